/** Length of the whole name in UTF-8. */
const MAX_BYTES = 120

const FORBIDDEN = /[\p{Cc}\p{Cs}\\/:*?"<>|]/gu
const OUTER_DOTS_AND_SPACES = /^[.\s]+|[.\s]+$/g

/** Device names: Windows opens no file of such a name, whatever its extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?=\s*(\.|$))/i

export function fileNames(extension: string, untitled: string): (title: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()

  function cut(name: string, ending: string): string {
    const room = new Uint8Array(MAX_BYTES - ending.length)
    const { read } = new TextEncoder().encodeInto(name, room)
    if (read === name.length) return name
    return trimmed(name.slice(0, new Intl.Segmenter('es').segment(name).containing(read)?.index)) || untitled
  }

  return (title) => {
    const plain = cut(safe(title) || untitled, extension)
    let count = counts.get(plain) ?? 1
    let name = plain + extension
    while (taken.has(folded(name))) {
      count++
      const ending = ` (${count})${extension}`
      name = cut(plain, ending) + ending
    }
    counts.set(plain, count)
    taken.add(folded(name))
    return name
  }
}

function safe(title: string): string {
  return trimmed(title.normalize('NFC').replace(FORBIDDEN, '-'))
}

function trimmed(name: string): string {
  return name.replace(OUTER_DOTS_AND_SPACES, '').replace(RESERVED, '$1_')
}

function folded(name: string): string {
  return name.toLowerCase().toUpperCase()
}
