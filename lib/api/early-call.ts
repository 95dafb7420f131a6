/** GET that the page's inline script has sent before the other scripts came. `key` is the JSON of method, URL and headers. */
export type EarlyCall = { key: string; response: Promise<Response>; controller: AbortController }
