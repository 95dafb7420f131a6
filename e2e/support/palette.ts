import { readFileSync } from 'node:fs'
import config from '@/tailwind.config'

export const SCHEMES = ['light', 'dark'] as const

export type Scheme = (typeof SCHEMES)[number]

/** Values of custom properties, or of the theme's colours, by their names. */
type Values = Record<string, string>

type Color = { red: number; green: number; blue: number; alpha: number }

const CSS = readFileSync('app/globals.css', 'utf8')
const [, LIGHT = '', DARK = ''] =
  /:root \{(.*?)@media \(prefers-color-scheme: dark\) \{(.*?)\}/s.exec(CSS) ?? []

/** The theme's colours: 'ink-hover', 'paper-body'. */
export const COLORS: Values = flattened(config.theme.colors)

export const CLASSES = addedClasses()

/** Custom properties under `:root`, and then under elements of these classes. */
export function scopeOf(scheme: Scheme, ...classes: string[]): Values {
  const scope = { ...propertiesIn(LIGHT), ...(scheme === 'dark' && propertiesIn(DARK)) }
  for (const name of classes) {
    const { '@media (prefers-color-scheme: dark)': dark, ...light } = CLASSES[name] as Record<string, unknown>
    Object.assign(scope, light, scheme === 'dark' && dark)
  }
  return scope
}

/** Contrast of two colours of the theme, as WCAG defines it. What shines through the background is `below`. */
export function contrast(scope: Values, text: string, background: string, below = 'sheet'): number {
  const back = over(colorOf(scope, background), colorOf(scope, below))
  const luminances = [luminanceOf(over(colorOf(scope, text), back)), luminanceOf(back)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

function propertiesIn(rules: string): Values {
  return Object.fromEntries(
    [...rules.matchAll(/(--[\w-]+): (.*?);/g)].map(([, name, value]) => [name, value]),
  )
}

function flattened(colors: Record<string, string | Values>): Values {
  const entries = Object.entries(colors).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[name, value]]
      : Object.entries(value).map(([part, color]) => [part === 'DEFAULT' ? name : `${name}-${part}`, color]),
  )
  return Object.fromEntries(entries)
}

function addedClasses(): Record<string, object> {
  const classes: Record<string, object> = {}
  const addUtilities = (added: Record<string, object>) => {
    for (const [selector, rules] of Object.entries(added)) classes[selector.slice(1)] = rules
  }
  for (const plugin of config.plugins) plugin.handler({ addUtilities } as never)
  return classes
}

function colorOf(scope: Values, name: string): Color {
  return parse(scope, COLORS[name] ?? name)
}

function parse(scope: Values, value: string): Color {
  const [, property] = /^var\((.+)\)$/.exec(value) ?? []
  if (property) return parse(scope, String(scope[property]))

  const [, first, percent, second] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value) ?? []
  if (first && second)
    return over({ ...parse(scope, first), alpha: Number(percent) / 100 }, parse(scope, second))

  const [, red, green, blue, alpha = 1] =
    /^#(..)(..)(..)$/.exec(value)?.map((part) => Number(`0x${part}`)) ??
    /^rgb\((\d+) (\d+) (\d+) \/ (.+)\)$/.exec(value)?.map(Number) ??
    []
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`'${value}' is no colour.`)
  return { red, green, blue, alpha }
}

function over(front: Color, back: Color): Color {
  const mix = (part: 'red' | 'green' | 'blue') => front[part] * front.alpha + back[part] * (1 - front.alpha)
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 }
}

function luminanceOf({ red, green, blue }: Color): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
