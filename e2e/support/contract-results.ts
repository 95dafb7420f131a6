import { checkContract, type Result } from '@notas/host-contract'

export async function resultsOf(
  origin: string,
  given?: Parameters<typeof checkContract>[1],
): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of checkContract(origin, given)) results.push(result)
  return results
}
