/** The address of a screen on this site: with the base path, and with the slash that static hosts ask for. */
export function addressOf(path: string): string {
  return fileAddress(path.replace(/\/?$/, '/'))
}

/** The address of a file on this site. */
export function fileAddress(path: string): string {
  return `${process.env.NEXT_PUBLIC_BASE_PATH}${path}`
}
