export type Bytes = Uint8Array<ArrayBuffer>

export function joined(parts: Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Little-endian numbers, each as many bytes wide as the digit of `widths` in its place says, and a text behind them. */
export function packed(widths: string, numbers: number[], text = new Uint8Array(0)): Bytes {
  const bytes = new Uint8Array(64 + text.length)
  let at = 0
  for (const [index, number] of numbers.entries()) {
    const end = at + Number(widths[index])
    for (let rest = number; at < end; rest = Math.floor(rest / 256)) bytes[at++] = rest % 256
  }
  bytes.set(text, at)
  return bytes.subarray(0, at + text.length)
}
