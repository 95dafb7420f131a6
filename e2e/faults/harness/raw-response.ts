/** Response read from a socket: header names in lower case, the body without chunk framing. */
export type RawResponse = { status: number; headers: Map<string, string>; body: Buffer }

/** Parses the first response that is not a 100 Continue; undefined if its head is incomplete. */
export function parseResponse(bytes: Buffer): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status === 100) return parseResponse(rest)

  const headers = new Map(lines.map((line) => split(line)))
  const length = headers.get('content-length')
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, body: withoutChunks(rest) }
  return { status, headers, body: length === undefined ? rest : rest.subarray(0, Number(length)) }
}

function split(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16)
    if (!(size > 0)) break
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}
