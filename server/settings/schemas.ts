import { z } from 'zod'

export function text(isValid: (value: string) => boolean, requirement: string) {
  return z.string().refine(isValid, { error: ({ input }) => `${requirement}; it is '${input}'.` })
}

/** Never repeats the value, which may hold a password. */
export function secret(isValid: (value: string) => boolean, requirement: string) {
  return z.string().refine(isValid, `${requirement}.`)
}

export const port = text(
  (value) => /^\d+$/.test(value) && Number(value) <= 65_535,
  'must be a number from 0 to 65535 (0 takes a free port)',
).transform(Number)

export const onOrOff = text((value) => value === 'on' || value === 'off', 'must be on or off').transform(
  (value) => value === 'on',
)

export const wholeNumber = upToDigits(9)

export const seconds = text(
  (value) => /^[1-9]\d{0,4}$/.test(value),
  'must be a number from 1 to 99999',
).transform(Number)

export function upToDigits(digits: number) {
  const isNumber = (value: string) => /^\d+$/.test(value) && value.length <= digits
  return text(isNumber, 'must be a whole number').transform(Number)
}
