import { test } from '@playwright/test'
import { findPostgres } from './postgres'
import { isInstalled } from './server-process'

// Stands for the proofs of a project that cannot run here.
if (!findPostgres()) test.skip('There is no PostgreSQL here.', () => {})
if (!isInstalled('nginx')) test.skip('There is no nginx here.', () => {})
