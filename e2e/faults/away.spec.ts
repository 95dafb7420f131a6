import { test } from '@playwright/test'
import { proveOnEach } from './harness/prove'
import { away } from './scenarios/away'

test('while the database is away the host says so; then it works again', async () => {
  const counts = { rounds: 1, clients: 12, people: 3, ways: ['locked', 'crashed', 'forgotten'] }
  await proveOnEach((conditions) => away(conditions, counts), { acknowledged: 12, '503': 12 })
})
