import { expect, test } from '@playwright/test'
import { visibleTitle } from '@/lib/domain/title'

const CASES: [name: string, title: string, seen: string][] = [
  ['an empty title', '', ''],
  ['spaces', '   ', ''],
  ['a no-break space and a tab', '\u00A0\t', ''],
  ['zero-width characters', '\u200B\u200D\u2060\uFEFF', ''],
  ['marks of direction', '\u200E\u200F\u202B\u2067', ''],
  ['fillers of Hangul and a blank of Braille', '\u3164\u115F\u2800', ''],
  ['a soft hyphen and a selector', '\u00AD\uFE0F', ''],
  ['a control character', '\0', ''],
  ['a letter between spaces', ' a ', ' a '],
  ['a full stop', '.', '.'],
  ['an emoji of several code points', '👩\u200d👧', '👩\u200d👧'],
  ['Arabic', 'قائمة', 'قائمة'],
]

test('a title that shows nothing is none', () => {
  for (const [name, title, seen] of CASES) expect(visibleTitle({ title }), name).toBe(seen)
})
