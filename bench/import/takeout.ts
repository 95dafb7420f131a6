import { seeded } from '../../e2e/support/random'
import { takeoutFile, zipOf } from '../../e2e/support/transfer/archives'
import { keepFile, keepHtml } from '../../e2e/support/transfer/keep'
import { createNotes } from '../list/notes'

const SEED = 1812

/** Bytes of a text, which stands in two files of a note. */
const TEXT_BYTES = 5_400

/** Google Takeout with a page and a file of JSON for each note, of about 11.5 KB together. */
export function createTakeout(count: number): Uint8Array {
  const random = seeded(SEED)
  const contents = createNotes(count).map(({ content }) => content)
  const files = Array.from({ length: count }, (_, position) => {
    let text = `Texto ${position}.`
    while (text.length < TEXT_BYTES) text += `\n${random.pick(contents)}`
    const fields = { title: `Nota ${position}`, textContent: text, userEditedTimestampUsec: position * 1e9 }
    const path = `Takeout/Keep/Nota ${position}`
    return [
      takeoutFile(`${path}.json`, keepFile('', fields).content),
      takeoutFile(`${path}.html`, keepHtml({ title: fields.title, content: text.replaceAll('\n', '<br>') })),
    ]
  })
  return zipOf(files.flat())
}
