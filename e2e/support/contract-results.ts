import { type CheckedPromise, checkContract } from '@notas/host-contract'

export async function resultsOf(
  origin: string,
  given?: Parameters<typeof checkContract>[1],
): Promise<CheckedPromise[]> {
  const results: CheckedPromise[] = []
  for await (const result of checkContract(origin, given)) results.push(result)
  return results
}
