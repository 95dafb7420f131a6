type EnexFields = {
  title?: string
  /** ENML between the tags of `en-note`. */
  enml?: string
  created?: string
  updated?: string
  tags?: string[]
  source?: string
  tasks?: string
  resources?: string
}

export function enexOf(...notes: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20231002T101010Z" application="Evernote" version="10.60.4">
${notes.join('\n')}
</en-export>
`
}

export function enexNote(fields: EnexFields): string {
  const { title = '', enml = '', created = '20230728T101112Z', updated = '20230801T101112Z' } = fields
  const { tags = [], source, tasks = '', resources = '' } = fields
  return `<note>
<title>${title}</title>
<created>${created}</created>
${updated && `<updated>${updated}</updated>`}
${tags.map((tag) => `<tag>${tag}</tag>`).join('')}
<note-attributes><author>alguien</author>${source ? `<source-url>${source}</source-url>` : ''}</note-attributes>
<content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${enml}</en-note>]]></content>
${tasks}
${resources}
</note>`
}

export function enexResource(name: string, mime: string, data = 'AAAA', hash = ''): string {
  const recognition = hash
    ? `<recognition><![CDATA[<?xml version="1.0"?><recoIndex objID="${hash}"></recoIndex>]]></recognition>`
    : ''
  return `<resource><data encoding="base64">
${data}
</data><mime>${mime}</mime>${recognition}<resource-attributes><file-name>${name}</file-name></resource-attributes></resource>`
}

export function enexTask(
  title: string,
  taskStatus: 'open' | 'completed',
  sortWeight: string,
  dueDate = '',
): string {
  const due = dueDate && `<dueDate>${dueDate}</dueDate>`
  return `<task><title>${title}</title><taskStatus>${taskStatus}</taskStatus>${due}<sortWeight>${sortWeight}</sortWeight></task>`
}
