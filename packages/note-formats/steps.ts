/** Work in steps of microseconds, between which a page can pause. `resultOf` takes them all at once. */
export type Steps<Result> = Generator<undefined, Result>

export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
