import { checkContract, type Result } from '@/server/contract/run'

export async function resultsOf(
  origin: string,
  given?: Parameters<typeof checkContract>[1],
): Promise<Result[]> {
  const results: Result[] = []
  for await (const result of checkContract(origin, given)) results.push(result)
  return results
}
