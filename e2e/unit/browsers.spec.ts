import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { problemsIn } from '../../deploy/browsers/problems'
import { usesInScripts } from '../../deploy/browsers/scripts'
import { usesInStyles } from '../../deploy/browsers/styles'

/** Each with what Chrome 116, Firefox 128 or Safari 17 lack of it, by the key in MDN's data. */
const STYLES: [css: string, ...missing: string[]][] = [
  ['p { width: min(1lh, 10dvh); color: rgb(1 2 3 / 0.5) }'],
  ['p { interpolate-size: allow-keywords }', 'css.properties.interpolate-size'],
  ['p { width: if(media(print): 1px; else: 2px) }', 'css.types.if'],
  ['p { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
  ['p { color: rgb(from red r g b) }', 'css.types.color.rgb.relative_syntax'],
  ['p { --gap: calc-size(auto, size) }', 'css.types.calc-size'],
  ['p { text-wrap: pretty }', 'css.properties.text-wrap', 'css.properties.text-wrap.pretty'],
  ['p:popover-open { color: red }'],
  ['p:state(a) { color: red }', 'css.selectors.state'],
  ['.a\\:state { color: red }'],
  ['p::backdrop { color: var(--a) }', 'css.selectors.backdrop.inherit_from_originating_element'],
  ['@starting-style { p { opacity: 0 } }', 'css.at-rules.starting-style'],
  [
    '@media (prefers-reduced-transparency) { p { color: red } }',
    'css.at-rules.media.prefers-reduced-transparency',
  ],
  ['@property --a { syntax: "*"; inherits: false }'],
  ['p { user-select: none }', 'css.properties.user-select'],
  ['p { -webkit-user-select: none; user-select: none }'],
  ['@supports (field-sizing: content) { p { field-sizing: content } }'],
  ['@supports not (field-sizing: content) { p { field-sizing: content } }', 'css.properties.field-sizing'],
]

for (const [css, ...missing] of STYLES) {
  test(`promised browsers lack ${missing.join(' and ') || 'nothing'} in '${css}'`, () => {
    expect(keysOf(problemsIn(usesInStyles(css), {}))).toEqual(missing)
  })
}

const SCRIPTS: [code: string, ...missing: string[]][] = [
  ["new Intl.Segmenter('es').segment('').containing(0)"],
  ['Promise.try(() => 1)', 'javascript.builtins.Promise.try'],
  ['Array.fromAsync([])', 'javascript.builtins.Array.fromAsync'],
  ['const { groupBy } = Object', 'javascript.builtins.Object.groupBy'],
  ['new Set([1]).union(new Set([2]))', 'javascript.builtins.Set.union'],
  ['[1].values().map(String)', 'javascript.builtins.Iterator.map'],
  ['/(?i:a)/.test("A")', 'javascript.regular_expressions.modifier'],
  ['const entry: NavigationHistoryEntry | null = null'],
  ["URL.parse('')", 'api.URL.parse_static'],
  ['Response.json(1)'],
  ["document['startViewTransition']", 'api.Document.startViewTransition'],
  ['globalThis.navigation?.currentEntry', 'api.Window.navigation', 'api.Navigation.currentEntry'],
  ['document.body.popover', 'api.HTMLElement.popover'],
  ['document.body.ariaPosInSet'],
  ['document.body.ariaOwnsElements', 'api.Element.ariaOwnsElements'],
  [
    "document.body.scrollIntoView({ container: 'nearest' })",
    'api.Element.scrollIntoView.options_parameter.container_option',
  ],
  ["fetch('', { keepalive: true, cache: 'no-store' })", 'api.fetch.options_parameter.keepalive'],
  ["addEventListener('scrollend', () => {})", 'api.Document.scrollend_event'],
  ["document.body.style.anchorName = ''", 'css.properties.anchor-name'],
  ['<search />', 'html.elements.search'],
  ['<p popover="auto" hidden />'],
  [
    '<p popover="hint" hidden="until-found" />',
    'html.global_attributes.popover.hint',
    'html.global_attributes.hidden.until-found',
  ],
  ['<dialog closedby="any" />', 'html.elements.dialog.closedby'],
  ['<p onScrollEnd={() => {}} />', 'api.Document.scrollend_event'],
  ["<p style={{ interpolateSize: 'allow-keywords' }} />", 'css.properties.interpolate-size'],
]

test.describe(() => {
  let problems: string[]

  test.beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'notas-browsers-'))
    const lines = SCRIPTS.map(([code]) => `export const _ = () => { ${code} }`)
    writeFileSync(join(folder, 'lines.tsx'), lines.join('\n'))
    const compilerOptions = { lib: ['dom', 'dom.iterable', 'esnext'], jsx: 'preserve', types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    problems = problemsIn(usesInScripts(join(folder, 'tsconfig.json')), {})
    rmSync(folder, { recursive: true })
  })

  for (const [index, [code, ...missing]] of SCRIPTS.entries()) {
    test(`promised browsers lack ${missing.join(' and ') || 'nothing'} in '${code}'`, () => {
      expect(keysOf(problems.filter((problem) => problem.includes(`lines.tsx:${index + 1}: `)))).toEqual(
        missing,
      )
    })
  }
})

function keysOf(problems: string[]): string[] {
  return problems.map((problem) => /: (\S+) needs /.exec(problem)?.[1] ?? problem)
}

test('a feature with a fallback is no problem, but a fallback without its feature is one', () => {
  const [use] = usesInStyles('p { field-sizing: content }')
  expect(problemsIn(use ? [use] : [], {})).toEqual([
    'p { field-sizing: content }: css.properties.field-sizing needs Chrome 123, Chrome Android 123, Edge 123, Firefox 152, Firefox for Android 152, Safari 26.2, Safari on iOS 26.2',
  ])
  const fallbacks = { 'css.properties.field-sizing': 'fixed', 'css.properties.color': 'none' }
  expect(problemsIn(use ? [use] : [], fallbacks)).toEqual([
    'css.properties.color has a fallback, but is not used, or no longer newer',
  ])
})

test('the README promises the browsers that the check and the build know', () => {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
  expect(browserslist).toEqual(['chrome 116', 'edge 116', 'firefox 128', 'safari 17', 'ios_saf 17'])
  expect(readFileSync('README.md', 'utf8')).toContain('Chrome and Edge 116, Firefox 128 and Safari 17,')
})
