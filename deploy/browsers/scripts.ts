import { relative } from 'node:path'
import type { CallExpression, NewExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, type Symbol as TypeScriptSymbol } from 'typescript/unstable/sync'
import {
  keysOfEvent,
  keysOfGlobal,
  keysOfMember,
  keysOfMixin,
  keysOfOption,
  keysOfRegExp,
  keysOfStatic,
} from './built-in'
import type { Use } from './compat'
import { keysOfElement, namesIn } from './elements'

type Symbols = Map<Node, TypeScriptSymbol | undefined>

/** Built-in objects, APIs with their options and events, elements and attributes in the files of a project. */
export function usesInScripts(tsconfig: string): Use[] {
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects()
    if (!project) throw new Error(`${tsconfig} cannot be read.`)
    return project.rootFiles.flatMap((file) => usesInFile(project, file))
  } finally {
    api.close()
  }
}

function usesInFile({ program, checker }: Project, file: string): Use[] {
  const source = program.getSourceFile(file)
  if (!source) return []
  const nodes = codeIn(source)
  const symbols = symbolsOf(nodes, checker)
  return nodes.flatMap((node) => {
    const uses = keysOf(node, symbols).filter((keys) => keys.length > 0)
    return uses.map((keys) => {
      const line = source.text.slice(0, node.getStart()).split('\n').length
      return { keys, where: `${relative('.', file)}:${line}` }
    })
  })
}

/** All nodes but types. */
function codeIn(node: Node): Node[] {
  const isType = is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node)
  if (isType || is.isInterfaceDeclaration(node) || is.isTypeAliasDeclaration(node)) return []
  const nodes = [node]
  node.forEachChild((child) => {
    nodes.push(...codeIn(child))
  })
  return nodes
}

/** What each name stands for: in `const { name } = object`, the property of the object. */
function symbolsOf(nodes: Node[], checker: Checker): Symbols {
  const names = nodes.filter((node) => is.isIdentifier(node) || is.isStringLiteral(node))
  const found = checker.getSymbolAtLocation(names)
  const symbols: Symbols = new Map(names.map((name, index) => [name, found[index]]))
  for (const pattern of nodes.filter(is.isObjectBindingPattern)) {
    const type = checker.getTypeAtLocation(pattern)
    for (const { name, propertyName = name } of pattern.elements) {
      if (type && propertyName && is.isIdentifier(propertyName))
        symbols.set(propertyName, checker.getPropertyOfType(type, propertyName.text))
    }
  }
  return symbols
}

function keysOf(node: Node, symbols: Symbols): string[][] {
  if (is.isCallExpression(node) || is.isNewExpression(node)) return keysOfCall(node, symbols)
  if (is.isJsxOpeningElement(node) || is.isJsxSelfClosingElement(node)) return keysOfElement(node)
  if (is.isRegularExpressionLiteral(node)) return keysOfRegExp(node.text)
  return [keysOfName(node, symbols)]
}

/** Options in an object literal, and the event of a listener. */
function keysOfCall(call: CallExpression | NewExpression, symbols: Symbols): string[][] {
  const { expression } = call
  const values = [...(call.arguments ?? [])]
  const name = is.isPropertyAccessExpression(expression) ? expression.name : expression
  const [key = ''] = keysOfName(name, symbols)
  const callee = is.isNewExpression(call) ? `${key}.${key.split('.').pop()}` : key
  const options = values.filter(is.isObjectLiteralExpression).flatMap(namesIn)
  const events = /^(add|remove)EventListener$/.test(name.getText()) ? values.filter(is.isStringLiteral) : []
  return [
    ...options.flatMap((option) => keysOfOption(callee, option).map((key) => [key])),
    ...events.map(({ text }) => keysOfEvent(text)),
  ]
}

function keysOfName(node: Node, symbols: Symbols): string[] {
  const symbol = symbols.get(node)
  const library = symbol?.declarations.map(({ path }) => /\/lib\.(.+)\.d\.ts$/.exec(path)?.[1]).find(Boolean)
  if (!symbol || !library) return []
  const [name = '', ...owners] = namesOf(symbol)
  if (owners.length === 0) return keysOfGlobal(name)
  if (owners[0] === '__type') {
    // `declare var Response: { json(): Response }`
    const object = is.isPropertyAccessExpression(node.parent) && symbols.get(node.parent.expression)
    return object ? keysOfStatic(object.name, name) : []
  }
  const keys = keysOfMember(owners.reverse().join('.'), name)
  return keys.length > 0 || !/dom|webworker/.test(library) ? keys : keysOfMixin(name)
}

function namesOf(symbol: TypeScriptSymbol | undefined): string[] {
  return symbol && symbol.name !== '__global' ? [symbol.name, ...namesOf(symbol.getParent())] : []
}
