type FrontMatter = {
  title: string | undefined
  /** Text without the block, if the title is all that it holds. */
  content: string
}

const BLOCK = /^---[ \t]*\n((?:.*\n)*?)---[ \t]*(?:\n|$)/
const TITLE = /^title:[ \t]*(.*)$/m

/** Takes the title out of the YAML at the beginning of a Markdown file. */
export function readFrontMatter(text: string): FrontMatter {
  const [block = '', fields = ''] = BLOCK.exec(text) ?? []
  const title = TITLE.exec(fields)
  if (!title) return { title: undefined, content: text }
  const isAll = fields.trim() === title[0].trim()
  return {
    title: scalarOf(title[1]?.trim() ?? ''),
    content: isAll ? text.slice(block.length).replace(/^\n/, '') : text,
  }
}

/** Returns undefined for an empty value and for one of several lines. */
function scalarOf(yaml: string): string | undefined {
  if (/^'.*'$/.test(yaml)) return yaml.slice(1, -1).replaceAll("''", "'")
  if (/^".*"$/.test(yaml)) return unquoted(yaml)
  const plain = yaml.replace(/ #.*$/, '')
  return /^(?:[|>].*)?$/.test(plain) ? undefined : plain
}

function unquoted(yaml: string): string {
  try {
    return JSON.parse(yaml)
  } catch {
    return yaml.slice(1, -1).replace(/\\(["\\])/g, '$1') // YAML has escapes that JSON lacks
  }
}
