import { SettingError } from '@/lib/domain/deployment.mjs'

const MIN_LENGTH = 8

/** Throws if a variable seems to be a misspelt name of ours: it would be ignored. Its first letter is hardly ever wrong. */
export function refuseMisspelt(env: Record<string, string | undefined>, ours: string[]): void {
  for (const [name, value] of Object.entries(env)) {
    if (!value || name.length < MIN_LENGTH || ours.includes(name)) continue
    const alike = ours.filter((one) => one[0] === name[0])
    const meant = [1, 2].flatMap((edits) => alike.filter((one) => isWithin(edits, name, one)))[0]
    if (meant) throw new SettingError(`${name} is no setting: did you mean ${meant}?`)
  }
}

function isWithin(edits: number, a: string, b: string): boolean {
  if (a === '' || b === '') return a.length + b.length <= edits
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(edits, restOfA, restOfB)
  return (
    edits > 0 &&
    (isWithin(edits - 1, restOfA, b) ||
      isWithin(edits - 1, a, restOfB) ||
      isWithin(edits - 1, restOfA, restOfB))
  )
}
