/** Work in steps of microseconds, between which a page can pause. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once. */
export function resultOf<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
