import type { JsonObject } from '@/packages/note-formats/apps/json-fields'
import type { FileFixture } from './entries'

const EDITED = Date.UTC(2023, 7, 1, 10)

export function keepFile(path: string, fields: JsonObject): FileFixture {
  const note = {
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    title: '',
    userEditedTimestampUsec: EDITED * 1000,
    ...fields,
  }
  return { path, content: JSON.stringify(note) }
}

type KeepHtml = { title?: string; content: string; marks?: string; chips?: string; attachments?: string }

/** HTML file of a note as Google Takeout writes it. */
export function keepHtml({ title, content, marks = '', chips = '', attachments = '' }: KeepHtml): string {
  return `<?xml version="1.0" ?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head>
<title>${title ?? '2019-03-05T10:20:30.123Z'}</title>
<style type="text/css">.title { font-weight: bold; } .note { color: black; }</style>
</head><body><div class="note DEFAULT"><div class="heading"><div class="meta-icons">${marks}</div>
05.03.2019, 10:20:30</div>
${title === undefined ? '' : `<div class="title">${title}</div>`}
<div class="content">${content}</div>

<div class="attachments"><ul>${attachments}</ul></div>
<div class="chips">${chips}</div>
</div></body></html>`
}

export function keepHtmlItem(text: string, isChecked: boolean): string {
  return `<li class="listitem${isChecked ? ' checked' : ''}"><span class="bullet">${isChecked ? '&#9745;' : '&#9744;'}</span>
<span class="text">${text}</span></li>`
}
