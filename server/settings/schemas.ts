import { z } from 'zod'

export function text(isValid: (value: string) => boolean, requirement: string) {
  return z.string().refine(isValid, { error: ({ input }) => `${requirement}; it is '${input}'.` })
}

/** Never repeats the value, which may hold a password. */
export function secret(isValid: (value: string) => boolean, requirement: string) {
  return z.string().refine(isValid, `${requirement}.`)
}

export const wholeNumber = text((value) => /^\d{1,9}$/.test(value), 'must be a whole number').transform(
  Number,
)
