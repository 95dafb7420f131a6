import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { CARD_COLORS } from '@/lib/domain/card-colors'
import { CLASSES, COLORS, contrast, SCHEMES, type Scheme, scopeOf } from '../support/palette'

const TEXT = 4.5
const PART = 3

const PASTELS = CARD_COLORS.map((color) => [`paper-${color}`])
/** The bar of the editor on phones. */
const BARS = CARD_COLORS.map((color) => [`paper-${color}`, 'on-pastel'])
const ALL_PAPERS = [...PASTELS, ['paper-white']]

const UNTITLED = (CLASSES.untitled as { '&:empty': { color: string } })['&:empty'].color

type Pair = [what: string, color: string, background: string, least: number, classes?: string[][]]

const PAIRS: Pair[] = [
  ['text', 'ink', 'page', TEXT],
  ['text', 'ink', 'sheet', TEXT],
  ['text under the pointer', 'ink', 'quiet', TEXT],
  ['second text', 'soft', 'page', TEXT],
  ['second text, placeholder', 'soft', 'sheet', TEXT],
  ['link', 'accent', 'page', TEXT],
  ['link', 'accent', 'sheet', TEXT],
  ['button of a strip, under the pointer', 'accent', 'quiet', TEXT],
  ['error of a field', 'wrong', 'sheet', TEXT],
  ['error of a form', 'wrong', 'wrong-tint', TEXT],
  ['main button', 'ink-inverse', 'ink', TEXT],
  ['main button under the pointer', 'ink-inverse', 'ink-hover', TEXT],
  ['deleting button', 'danger-text', 'danger', TEXT],
  ['deleting button under the pointer', 'danger-text', 'danger-hover', TEXT],
  ['title of a card', 'ink-day', 'paper', TEXT, PASTELS],
  ['content of a card', 'card-text', 'paper', TEXT, PASTELS],
  ['‘Sin título’', UNTITLED, 'paper', TEXT, PASTELS],
  ['title in the editor', 'paper-ink', 'paper', TEXT, ALL_PAPERS],
  ['placeholder of the title', 'paper-soft', 'paper', TEXT, ALL_PAPERS],
  ['content in the editor', 'paper-body-ink', 'paper-body', TEXT, ALL_PAPERS],
  ['placeholder of the content', 'paper-body-soft', 'paper-body', TEXT, ALL_PAPERS],
  ['bar of the editor', 'ink', 'paper-desk', TEXT, ALL_PAPERS],
  ['bar of the editor on phones', 'ink', 'paper', TEXT, BARS],
  ['… under the pointer', 'ink', 'quiet', TEXT, BARS],
  ['… main button', 'ink-inverse', 'ink', TEXT, BARS],
  ['… main button under the pointer', 'ink-inverse', 'ink-hover', TEXT, BARS],
  ['border of a field or button', 'edge', 'page', PART],
  ['border of a field or button', 'edge', 'sheet', PART],
  ['border of a wrong field', 'wrong', 'sheet', PART],
  ['focus', 'accent', 'page', PART],
  ['focus', 'accent', 'sheet', PART],
  ['focus in the bar of the editor', 'accent', 'paper-desk', PART, ALL_PAPERS],
  ['… on phones', 'accent', 'paper', PART, BARS],
  ['focus on a card', 'ink-day', 'paper', PART, PASTELS],
  ['focus on a card, under the pointer', 'ink-day', 'paper-hover', PART, PASTELS],
  ['icon of a card', 'card-icon', 'paper', PART, PASTELS],
  ['icon of a card under the pointer', 'card-icon', 'paper-hover', PART, PASTELS],
  ['mark of the field that has the focus', 'paper-tick', 'paper', PART, ALL_PAPERS],
  ['mark of the field that has the focus', 'paper-body-tick', 'paper-body', PART, ALL_PAPERS],
]

/** Colours of no text, and of nothing that a control is known by. */
const DECORATION = ['transparent', 'line', 'paper-border', 'paper-fold']

function leastContrast(scheme: Scheme, [, color, background, , classes = [[]]]: Pair): number {
  return Math.min(...classes.map((names) => contrast(scopeOf(scheme, ...names), color, background)))
}

test('black on white has a contrast of 21, and grey one of 4.54', () => {
  expect(contrast({}, '#000000', '#ffffff', '#000000')).toBe(21)
  expect(contrast({}, '#767676', '#ffffff', '#000000')).toBeCloseTo(4.54, 2)
  expect(contrast({}, 'rgb(0 0 0 / 0.5)', '#ffffff', '#000000')).toBeCloseTo(3.98, 2)
})

for (const scheme of SCHEMES)
  test(`every colour of the ${scheme} scheme has enough contrast`, () => {
    const weak = PAIRS.filter((pair) => leastContrast(scheme, pair) < pair[3])
    expect(weak.map(([what, color, background]) => `${what}: ${color} on ${background}`)).toEqual([])
  })

test('every colour of the theme is in a pair, or a decoration', () => {
  const inPairs = PAIRS.flatMap(([, color, background]) => [color, background])
  expect(Object.keys(COLORS).filter((name) => !inPairs.includes(name))).toEqual(DECORATION)
})

test('the lowest contrasts in the accessibility report are up to date', () => {
  const report = readFileSync('docs/accessibility.md', 'utf8')
  const [text, part] = [TEXT, PART].map((least) => {
    const pairs = PAIRS.filter((pair) => pair[3] === least)
    return roundedDown(
      Math.min(...SCHEMES.flatMap((scheme) => pairs.map((pair) => leastContrast(scheme, pair)))),
    )
  })
  expect(report).toContain(`The lowest is ${text} for text and ${part} for parts of controls.`)
})

function roundedDown(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}
