/** URL path of a screen, with base path and trailing slash (static hosts redirect without it). */
export function addressOf(path: string): string {
  return fileAddress(path.replace(/\/?(?=#|$)/, '/'))
}

export function fileAddress(path: string): string {
  return `${process.env.NEXT_PUBLIC_BASE_PATH}${path}`
}
