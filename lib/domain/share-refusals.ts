/** Fragments of the form of a new note, which says why a shared text is not there. */
export const TOO_LONG = '#shared-too-long'
export const TOO_MANY = '#shared-too-many'
export const NOT_KEPT = '#shared-not-kept'
