import { isTime } from './found-note.ts'
import { isObject } from './json-fields.ts'

/** What `info.json` of a TextBundle says of its text; only Bear's says anything. */
export type BundleInfo = { bundle: Bundle }

type Bundle = {
  isTrashed: boolean
  isArchived: boolean
  isEncrypted: boolean
  createdAt: number | undefined
  editedAt: number | undefined
}

const INFO = /\.textbundle\/info\.json$/i

export function bundleInfo(json: unknown, path: string): BundleInfo | undefined {
  if (!INFO.test(path) || !isObject(json)) return undefined
  const bear = isObject(json['net.shinyfrog.bear']) ? json['net.shinyfrog.bear'] : {}
  const isSet = (name: string) => Number(bear[name]) === 1
  const timeOf = (name: string) => [Date.parse(String(bear[name]))].find(isTime)
  return {
    bundle: {
      isTrashed: isSet('trashed'),
      isArchived: isSet('archived'),
      isEncrypted: isSet('encrypted'),
      createdAt: timeOf('creationDate'),
      editedAt: timeOf('modificationDate'),
    },
  }
}
