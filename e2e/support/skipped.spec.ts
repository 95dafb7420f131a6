import { test } from '@playwright/test'
import { findEngine } from './engines/find-engine'
import { findPostgres } from './servers/postgres'
import { isInstalled } from './servers/process'

// Runs in place of the tests of a project whose servers or browsers are not installed.
if (!findPostgres()) test.skip('There is no PostgreSQL here.', () => {})
if (!isInstalled('nginx')) test.skip('There is no nginx here.', () => {})
if (!findEngine('firefox')) test.skip('There is no Firefox here.', () => {})
if (!findEngine('webkit')) test.skip('There is no WebKit here.', () => {})
