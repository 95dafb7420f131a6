/** Limits of our host, in Unicode code points. */
export const TITLE_MAX_LENGTH = 500
export const CONTENT_MAX_LENGTH = 200_000
