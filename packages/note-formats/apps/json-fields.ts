import { ReadError } from '../reason.ts'
import { shortened } from '../text/picture-data.ts'

export type JsonObject = Record<string, unknown>

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an empty text for a missing field, and fails for one of another type or that is too long. */
export function textIn(object: JsonObject, key: string): string {
  const value = object[key] ?? ''
  if (typeof value !== 'string') throw new ReadError('note-damaged')
  return shortened(value)
}

export function listIn(object: JsonObject, key: string): unknown[] {
  const value = object[key] ?? []
  if (!Array.isArray(value)) throw new ReadError('note-damaged')
  return value
}

export function objectsIn(object: JsonObject, key: string): JsonObject[] {
  return listIn(object, key).map(asObject)
}

export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new ReadError('note-damaged')
  return value
}
