/** Larger responses need a turn while they are held: from before they are built until the client has taken them. */
export const LARGE_BYTES = 64 * 1024

/** Longer lists are sent while they are read: the largest response that is held as a whole. */
export const MAX_WHOLE_BYTES = 4 * 1024 * 1024
