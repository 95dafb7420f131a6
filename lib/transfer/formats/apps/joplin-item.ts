export type JoplinItem = {
  type: JoplinType
  title: string
  body: string
  fields: Map<string, string>
}

type JoplinType = (typeof TYPES)[keyof typeof TYPES] | 'other'

const TYPES = { 1: 'note', 2: 'notebook', 4: 'resource', 5: 'tag', 6: 'noteTag' } as const

const FIELD = /^([a-z0-9_]+):(?: (.*))?$/

export function readJoplinItem(text: string): JoplinItem | undefined {
  const end = text.trimEnd()
  const fieldsAt = end.lastIndexOf('\n\n') + 1
  const fields = new Map<string, string>()
  for (const line of end.slice(fieldsAt).trimStart().split('\n')) {
    const [, key, value = ''] = FIELD.exec(line) ?? []
    if (!key) return undefined
    fields.set(key, value)
  }
  const type = Number(fields.get('type_'))
  if (Number.isNaN(type)) return undefined
  const [title = '', , ...body] = text.slice(0, fieldsAt).split('\n')
  return {
    type: TYPES[type as keyof typeof TYPES] ?? 'other',
    title,
    body: body.join('\n').trimEnd(),
    fields,
  }
}

export function joplinField({ fields }: JoplinItem, key: string): string {
  return fields.get(key) ?? ''
}
