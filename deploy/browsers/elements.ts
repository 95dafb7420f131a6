import type {
  JsxAttribute,
  JsxOpeningElement,
  JsxSelfClosingElement,
  ObjectLiteralExpression,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { keysOfEvent, keysOfStyle } from './built-in'
import { firstKnown } from './compat'

/** Keys of an element and of its attributes. */
export function keysOfElement({
  tagName,
  attributes,
}: JsxOpeningElement | JsxSelfClosingElement): string[][] {
  const element = tagName.getText()
  if (!/^[a-z]/.test(element)) return []
  return [
    firstKnown(`html.elements.${element}`, `svg.elements.${element}`),
    ...attributes.properties
      .filter(is.isJsxAttribute)
      .flatMap((attribute) => keysOfAttribute(element, attribute)),
  ]
}

function keysOfAttribute(element: string, { name, initializer }: JsxAttribute): string[][] {
  const attribute = name.getText().toLowerCase()
  if (attribute.startsWith('on')) return [keysOfEvent(attribute.slice(2))]
  if (attribute === 'style') return keysOfStyles(initializer)
  const own = `html.elements.${element}.${attribute}`
  const known = firstKnown(own, `html.global_attributes.${attribute}`, `svg.elements.${element}.${attribute}`)
  const value = initializer && is.isStringLiteral(initializer) ? initializer.text : ''
  return [known, firstKnown(...known.map((key) => `${key}.${value}`), `${own}_${value}`)]
}

function keysOfStyles(initializer: JsxAttribute['initializer']): string[][] {
  const object = initializer && is.isJsxExpression(initializer) && initializer.expression
  return object && is.isObjectLiteralExpression(object) ? namesIn(object).map(keysOfStyle) : []
}

/** Names of properties. */
export function namesIn({ properties }: ObjectLiteralExpression): string[] {
  return properties.flatMap((property) => (is.isSpreadAssignment(property) ? [] : property.name.getText()))
}
