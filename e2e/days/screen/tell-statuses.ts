/** Tells nothing: simulated days have no document. Stories in browsers hear what screen readers are told. */
export function tellStatuses(): void {}

export function tellOutcome(): void {}
