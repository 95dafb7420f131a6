import { test } from '@playwright/test'
import { findPostgres } from './postgres'
import { isInstalled } from './server-process'
import { ENGINES } from './support/engines/engine'
import { findEngine } from './support/engines/find-engine'

// Stands for the proofs of a project that cannot run here.
if (!findPostgres()) test.skip('There is no PostgreSQL here.', () => {})
if (!isInstalled('nginx')) test.skip('There is no nginx here.', () => {})
for (const engine of ENGINES) {
  if (!findEngine(engine)) test.skip(`There is no ${engine} here.`, () => {})
}
