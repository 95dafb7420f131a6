import { isObject } from './json-fields.ts'

/** What `info.json` of a TextBundle says of its text; only Bear's says anything. */
export type BundleInfo = { bundle: { isTrashed: boolean; isArchived: boolean; isEncrypted: boolean } }

const INFO = /\.textbundle\/info\.json$/i

export function bundleInfo(json: unknown, path: string): BundleInfo | undefined {
  if (!INFO.test(path) || !isObject(json)) return undefined
  const bear = json['net.shinyfrog.bear']
  const isSet = (name: string) => isObject(bear) && Number(bear[name]) === 1
  return {
    bundle: { isTrashed: isSet('trashed'), isArchived: isSet('archived'), isEncrypted: isSet('encrypted') },
  }
}
