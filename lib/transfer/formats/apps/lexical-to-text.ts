import { attachment } from '@/lib/domain/messages/transfer-formats'
import { addressAfter, checklistItem } from '../text/plain-marks'
import { isObject, type JsonObject } from './json-fields'

const LINKS = ['link', 'autolink']

export function lexicalToText(json: string): string | undefined {
  try {
    const { root } = JSON.parse(json)
    return isObject(root) ? linesOf(root).join('\n') : undefined
  } catch {
    return undefined // a text that was written before the note became a Lexical document
  }
}

function linesOf(node: JsonObject): string[] {
  if (node.type === 'horizontalrule') return ['---']
  if (node.type === 'list') return childrenOf(node).flatMap((item, index) => itemLines(item, node, index))
  const children = childrenOf(node)
  if (children.every(isInline)) return [children.map(inlineText).join('')]
  return children.flatMap(linesOf)
}

function itemLines(item: JsonObject, list: JsonObject, index: number): string[] {
  const text = linesOf(item).join('\n')
  if (childrenOf(item).some((child) => child.type === 'list')) return [`  ${text.replaceAll('\n', '\n  ')}`]
  if (list.listType === 'check') return [checklistItem(text, item.checked === true)]
  return [`${list.listType === 'number' ? `${index + 1}.` : '-'} ${text}`]
}

function isInline(node: JsonObject): boolean {
  return (
    LINKS.includes(String(node.type)) || (!Array.isArray(node.children) && node.type !== 'horizontalrule')
  )
}

function inlineText(node: JsonObject): string {
  if (node.type === 'linebreak') return '\n'
  if (node.type === 'snfile') return `[${attachment}]`
  const text = childrenOf(node).map(inlineText).join('')
  return LINKS.includes(String(node.type))
    ? text + addressAfter(text, String(node.url))
    : String(node.text ?? text)
}

function childrenOf(node: JsonObject): JsonObject[] {
  return Array.isArray(node.children) ? node.children.filter(isObject) : []
}
