/** What screen readers are told needs a document: stories in browsers hear it. */
export function tellStatuses(): void {}

export function tellOutcome(): void {}
