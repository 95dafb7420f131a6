import { expect, test } from '@playwright/test'
import * as messages from '@/lib/domain/messages/transfer'

const COUNTS: [count: number, sentence: string][] = [
  [0, 'Se han importado 0 notas.'],
  [1, 'Se ha importado 1 nota.'],
  [999, 'Se han importado 999 notas.'],
  [1000, 'Se han importado 1.000 notas.'],
  [10_000, 'Se han importado 10.000 notas.'],
  [100_000, 'Se han importado 100.000 notas.'],
  [1_234_567, 'Se han importado 1.234.567 notas.'],
]

for (const [count, sentence] of COUNTS) {
  test(`${count} notes: ${sentence}`, () => {
    expect(messages.imported(count)).toBe(sentence)
  })
}
