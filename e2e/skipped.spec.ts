import { test } from '@playwright/test'
import { findPostgres } from './postgres'
import { isInstalled } from './server-process'
import { findEngine } from './support/engines/find-engine'

// Stands for the proofs of a project that cannot run here.
if (!findPostgres()) test.skip('There is no PostgreSQL here.', () => {})
if (!isInstalled('nginx')) test.skip('There is no nginx here.', () => {})
if (!findEngine('firefox')) test.skip('There is no Firefox here.', () => {})
if (!findEngine('webkit')) test.skip('There is no WebKit here.', () => {})
