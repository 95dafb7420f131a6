import { firstKnown, keysBelow } from './compat'

const API_KEYS = keysBelow('api')

/** Where MDN's data has global names. */
const GLOBALS = ['javascript.builtins', 'api', 'api.Window', 'api.ServiceWorkerGlobalScope']

/** Differences between TypeScript's names of built-in objects and MDN's. */
const RENAMED: [RegExp, string][] = [
  [/Constructor$/, ''],
  [/^Readonly(?=(Array|Map|Set)$)/, ''],
  [/IteratorObject$/, 'Iterator'],
  [/^(Callable|Newable)(?=Function$)/, ''],
]

export function keysOfGlobal(name: string): string[] {
  return firstKnown(...GLOBALS.map((scope) => `${scope}.${name}`))
}

export function keysOfStatic(object: string, member: string): string[] {
  return firstKnown(`javascript.builtins.${object}.${member}`, `api.${object}.${member}_static`)
}

export function keysOfMember(owner: string, member: string): string[] {
  if (owner.startsWith('CSSStyle')) return keysOfStyle(member)
  const type = RENAMED.reduce((name, [pattern, renamed]) => name.replace(pattern, renamed), owner)
  const shared = type.replace(/^(Big)?(Uint|Int|Float)\d+(Clamped)?(?=Array$)/, 'Typed')
  const keys = [`javascript.builtins.${shared}.${member}`, `api.${type}.${member}`]
  return firstKnown(...keys, ...keysOfStatic(type, member))
}

/** For members that TypeScript has in a mixin: MDN's data has them in each interface that includes it. */
export function keysOfMixin(member: string): string[] {
  return API_KEYS.filter((key) => key.endsWith(`.${member}`) && key.split('.').length === 3)
}

export function keysOfOption(callee: string, option: string): string[] {
  return keysBelow(callee).filter((key) => {
    const part = key.slice(key.lastIndexOf('.') + 1)
    return part.replace(/^(init|options)_/, '').replace(/_(parameter|option)$/, '') === option
  })
}

export function keysOfEvent(name: string): string[] {
  return API_KEYS.filter((key) => key.endsWith(`.${name}_event`))
}

/** A property of CSS by its name in JavaScript. */
export function keysOfStyle(name: string): string[] {
  return firstKnown(`css.properties.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
}

/** The syntax that neither Next nor esbuild replaces by older one. */
export function keysOfRegExp(source: string): string[][] {
  const groups = source.match(/\(\?<\w+>/g) ?? []
  const keys = []
  if (/\(\?[ims]*-?[ims]+:/.test(source)) keys.push('modifier')
  if (new Set(groups).size < groups.length)
    keys.push('named_capturing_group.duplicate_named_capturing_groups')
  return keys.map((key) => [`javascript.regular_expressions.${key}`])
}
