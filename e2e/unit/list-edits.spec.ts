import { expect, test } from '@playwright/test'
import { boxAt, editAtEnter, tickedEdits } from '@/lib/domain/list-edits'

/** `|` is the caret. */
const LISTS: [name: string, before: string, after: string | null][] = [
  ['a hyphen', '- pan|', '- pan\n- |'],
  ['an asterisk', '* pan|', '* pan\n* |'],
  ['a number', '1. pan|', '1. pan\n2. |'],
  ['a number of two digits', '9. pan\n99. pan|', '9. pan\n99. pan\n100. |'],
  ['a box', '- [ ] pan|', '- [ ] pan\n- [ ] |'],
  ['a ticked box', '- [x] pan|', '- [x] pan\n- [ ] |'],
  ['a box after an asterisk', '* [X] pan|', '* [X] pan\n* [ ] |'],
  ['an indented line', '  - pan|', '  - pan\n  - |'],
  ['an indented number', '\t1. pan|', '\t1. pan\n\t2. |'],
  ['a line that is cut in two', '- pan| y leche\nfin', '- pan\n- | y leche\nfin'],
  ['the beginning of its text', '- |pan', '- \n- |pan'],
  ['an empty line', '- pan\n- |', '- pan\n|'],
  ['an empty line between others', '- pan\n- |\n- leche', '- pan\n|\n- leche'],
  ['an empty number', '1. |', '|'],
  ['an empty box', '- [ ] |', '|'],
  ['an empty box without a space', '- [ ]|', '|'],
  ['an empty indented line', '  - |', '|'],
  ['the caret in its mark', '-| pan', null],
  ['the caret before it', '|- pan', null],
  ['no mark', 'pan|', null],
  ['no space after the mark', '-pan|', null],
  ['a hyphen in the text', 'pan - leche|', null],
  ['a decimal', '1.5 kg|', null],
  ['a number too long to count', '1234567890. pan|', null],
  ['an empty text', '|', null],
  ['the line after a list', '- pan\n|', null],
]

test('Enter begins another line of a list, and ends it at an empty one', () => {
  for (const [name, before, after] of LISTS) {
    const caret = before.indexOf('|')
    const content = before.replace('|', '')
    const edit = editAtEnter(content, caret)
    const edited = edit && `${content.slice(0, edit.from)}${edit.text}|${content.slice(edit.to)}`
    expect(edited ?? null, name).toBe(after)
  }
})

const BOXES: [name: string, before: string, after: string | null][] = [
  ['an open box', '- [ ] pan|', '- [x] pan'],
  ['a ticked box', 'uno\n- [x] pan|\ntres', 'uno\n- [ ] pan\ntres'],
  ['a capital', '* [X] pan|', '* [ ] pan'],
  ['an indented box', '  |- [ ] pan', '  - [x] pan'],
  ['a box without text', '- [ ]|', '- [x]'],
  ['another line', '- [ ] pan\n|leche', null],
  ['a box in the text', 'pan [ ]|', null],
  ['a list', '- pan|', null],
]

test('the box in the line of the caret is ticked and unticked', () => {
  for (const [name, before, after] of BOXES) {
    const content = before.replace('|', '')
    const edit = boxAt(content, before.indexOf('|'))
    const edited = edit && `${content.slice(0, edit.from)}${edit.text}${content.slice(edit.to)}`
    expect(edited ?? null, name).toBe(after)
    expect(edit?.isTicked, name).toBe(edit && edit.text === ' ')
  }
})

const TICKED: [name: string, before: string, unticked: string | null, removed: string | null][] = [
  ['the whole text', '- [x] pan|\n- [ ] miel\n- [X] té', '- [ ] pan\n- [ ] miel\n- [ ] té', '- [ ] miel'],
  ['a list between texts', 'Lunes\n- [x] pan|\n\nfin', 'Lunes\n- [ ] pan\n\nfin', 'Lunes\n\nfin'],
  [
    'the last lines',
    'Lunes\n- [x] pan\n  * [x] de centeno|',
    'Lunes\n- [ ] pan\n  * [ ] de centeno',
    'Lunes',
  ],
  ['only boxes', '- [x] |', '- [ ] ', ''],
  ['the caret in a line without a box', '- [x] pan\n- miel|', '- [ ] pan\n- miel', '- miel'],
  ['another list', '- [x] pan\n\n- [ ] miel|', null, null],
  ['no ticked box', '- [ ] pan|', null, null],
  ['no list', 'pan [x]|', null, null],
]

test('a list is unticked, and its ticked lines are removed', () => {
  for (const [name, before, unticked, removed] of TICKED) {
    const content = before.replace('|', '')
    const edits = tickedEdits(content, before.indexOf('|'))
    const after = (edit?: { from: number; to: number; text: string }) =>
      edit ? content.slice(0, edit.from) + edit.text + content.slice(edit.to) : null
    expect([after(edits?.untickAll), after(edits?.removeTicked)], name).toEqual([unticked, removed])
  }
})
