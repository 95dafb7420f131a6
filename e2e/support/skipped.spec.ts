import { test } from '@playwright/test'
import { findEngine } from './engines/find-engine'
import { missingFor } from './heard/installed'
import { findPostgres } from './servers/postgres'
import { isInstalled } from './servers/process'

// Runs instead of a project whose servers or browsers are not installed.
if (!findPostgres()) test.skip('PostgreSQL is not installed', () => {})
if (!isInstalled('nginx')) test.skip('nginx is not installed', () => {})
if (!findEngine('firefox')) test.skip('Firefox is not installed', () => {})
if (!findEngine('webkit')) test.skip('WebKit is not installed', () => {})
if (missingFor('firefox').length > 0)
  test.skip(`${missingFor('firefox').join(', ')} is not installed`, () => {})
