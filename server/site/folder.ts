import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { SiteSettings } from './placeholders'

export type Files = Map<string, Buffer<ArrayBuffer>>

export function readFolder(folder: string): Files {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  )
}

/** Replaces the folder by the files once all are written; a failure leaves it as it was. */
export function replaceFolder(folder: string, files: Files): void {
  const staging = mkdtempSync(`${folder}-`)
  const previous = `${staging}-previous`
  try {
    writeFolder(join(staging, 'new'), files, folder)
    renameSync(folder, previous)
    renameSync(join(staging, 'new'), folder)
  } catch (cause) {
    if (!statSync(folder, { throwIfNoEntry: false })) renameSync(previous, folder)
    throw cause
  } finally {
    rmSync(staging, { recursive: true })
  }
  rmSync(previous, { recursive: true })
}

function writeFolder(folder: string, files: Files, like: string): void {
  const { mode } = statSync(like)
  const umask = process.umask(0)
  try {
    for (const [name, bytes] of files) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true, mode })
      const before = statSync(join(like, name), { throwIfNoEntry: false })
      writeFileSync(path, bytes, { mode: before?.mode ?? mode & 0o666 })
    }
  } finally {
    process.umask(umask)
  }
}

export function fillRecipes(recipes: string, target: string, { basePath, apiHost }: SiteSettings): void {
  for (const [name, bytes] of readFolder(recipes)) {
    const filled = bytes.toString().replaceAll('{{BASE_PATH}}', basePath).replaceAll('{{API_HOST}}', apiHost)
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), filled)
  }
}
