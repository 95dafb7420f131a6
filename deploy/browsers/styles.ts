import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/postcss'
import autoprefixer from 'autoprefixer'
import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss'
import { firstKnown, keysBelow, type Use } from './compat'

const TYPES = keysBelow('css.types')

/** Units that share an entry of MDN's data. */
const UNIT_GROUPS: [RegExp, string][] = [
  [/^cq/, 'container_query_length_units'],
  [/^dv/, 'viewport_percentage_units_dynamic'],
  [/^sv/, 'viewport_percentage_units_small'],
  [/^lv/, 'viewport_percentage_units_large'],
]

/** The style sheet with the classes of all components, as it is built. */
export async function builtStyles(): Promise<string> {
  const from = 'app/globals.css'
  const plugins = [tailwind({ optimize: true }), autoprefixer()]
  return (await postcss(plugins).process(readFileSync(from, 'utf8'), { from })).css
}

/** Features in a style sheet, but for those that an `@supports` around them asks for. */
export function usesInStyles(css: string): Use[] {
  const uses: Use[] = []
  postcss.parse(css).walk((node) => {
    const supported = parentsOf(node).flatMap(keysAskedFor)
    const keys = keysOf(node).filter((key) => !supported.includes(key))
    uses.push(...keys.map((key) => ({ keys: [key], where: placeOf(node), prefixes: prefixesOf(node) })))
  })
  return uses
}

function keysOf(node: ChildNode): string[] {
  if (node.type === 'rule') return keysOfSelector(node.selector)
  if (node.type === 'atrule') return keysOfAtRule(node)
  if (node.type !== 'decl') return []
  const parents = parentsOf(node)
  const [parent] = parents
  if (parent?.type === 'atrule' && !parents.some(({ type }) => type === 'rule'))
    return firstKnown(`css.at-rules.${parent.name}.${node.prop}`)
  return [...keysOfDeclaration(node), ...keysOfInheritance(node, parent)]
}

function keysOfInheritance({ value }: Declaration, parent?: AtRule | Rule): string[] {
  const isInherited =
    parent?.type === 'rule' && parent.selector.includes('::backdrop') && /\bvar\(/.test(value)
  return isInherited ? ['css.selectors.backdrop.inherit_from_originating_element'] : []
}

function keysOfSelector(selector: string): string[] {
  const plain = selector.replace(/\\.|"[^"]*"|'[^']*'/g, '')
  const pseudos = [...plain.matchAll(/:([a-z][\w-]*)/g)].map(([, name]) => name)
  return [...pseudos, ...(plain.includes('&') ? ['nesting'] : [])].flatMap((name) =>
    firstKnown(`css.selectors.${name}`),
  )
}

function keysOfAtRule({ name, params }: AtRule): string[] {
  const key = `css.at-rules.${name}`
  const words = params.match(/[a-z][\w-]*/g) ?? []
  const parts = words.map((word) => `${key}.${word.replace(/^(min|max)-/, '')}`)
  if (/[<>]/.test(params)) parts.push(`${key}.range_syntax`)
  return [key, ...parts].flatMap((part) => firstKnown(part))
}

function keysOfDeclaration({ prop, value }: Pick<Declaration, 'prop' | 'value'>): string[] {
  const key = `css.properties.${prop}`
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|#[\da-f]+/gi, '')
  const words = plain.match(/(?<![\w#-])-?[a-z][\w-]*(?![\w(-])/gi) ?? []
  const functions = [...plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(\s*(from\b)?/gi)]
  const units = [...plain.matchAll(/\d([a-z]+)\b/gi)]
  return [
    ...firstKnown(key),
    ...words.flatMap((word) => firstKnown(`${key}.${word}`, `css.types.global_keywords.${word}`)),
    ...functions.flatMap(([, name = '', from]) => keysOfFunction(key, name, from !== undefined)),
    ...units.flatMap(([, unit = '']) => keysOfUnit(unit)),
  ]
}

function keysOfFunction(property: string, name: string, isRelative: boolean): string[] {
  const types = TYPES.filter((key) => key.endsWith(`.${name}`) || key.endsWith(`.${name}_function`))
  const known = firstKnown(`${property}.${name}_function`, `${property}.${name}`, ...types)
  return isRelative ? known.flatMap((key) => [key, ...firstKnown(`${key}.relative_syntax`)]) : known
}

function keysOfUnit(unit: string): string[] {
  const [, group] = UNIT_GROUPS.find(([pattern]) => pattern.test(unit)) ?? [null, unit]
  return firstKnown(...['length', 'angle', 'resolution'].map((type) => `css.types.${type}.${group}`))
}

function keysAskedFor(node: AtRule | Rule): string[] {
  if (node.type !== 'atrule' || node.name !== 'supports' || /^not\b/.test(node.params)) return []
  const declarations = node.params.matchAll(/([\w-]+)\s*:\s*((?:[^()]|\([^()]*\))*)/g)
  return [...declarations].flatMap(([, prop = '', value = '']) => keysOfDeclaration({ prop, value }))
}

/** Prefixes of vendors with which the same rule has the property too. */
function prefixesOf(node: ChildNode): string[] {
  if (node.type !== 'decl') return []
  return ['-webkit-', '-moz-'].filter((prefix) =>
    node.parent?.some((other) => other.type === 'decl' && other.prop === prefix + node.prop),
  )
}

function parentsOf({ parent }: ChildNode): (AtRule | Rule)[] {
  return parent?.type === 'atrule' || parent?.type === 'rule'
    ? [parent as AtRule | Rule, ...parentsOf(parent as AtRule | Rule)]
    : []
}

function placeOf(node: ChildNode): string {
  const [parent] = parentsOf(node)
  const block = parent?.type === 'rule' ? `${parent.selector} ` : ''
  if (node.type === 'decl') return `${block}{ ${node.prop}: ${node.value} }`
  return node.type === 'rule' ? node.selector : `${block}@${(node as AtRule).name}`
}
