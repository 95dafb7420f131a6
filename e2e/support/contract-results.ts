import { type CheckedPromise, checkContract, type Summary } from '@notas/host-contract'

type Options = Parameters<typeof checkContract>[1]

export async function resultsOf(origin: string, options?: Options): Promise<CheckedPromise[]> {
  return (await checkHost(origin, options)).results
}

export async function checkHost(
  origin: string,
  options?: Options,
): Promise<{ results: CheckedPromise[]; summary: Summary }> {
  const results: CheckedPromise[] = []
  const checking = checkContract(origin, options)
  let step = await checking.next()
  for (; !step.done; step = await checking.next()) results.push(step.value)
  return { results, summary: step.value }
}
