import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Moves a build with the built command. Returns the folder of its recipes. */
export function rebase(folder: string, basePath: string, apiHost = ''): string {
  const args = ['rebase', '--base-path', basePath, '--api-host', apiHost, folder]
  execFileSync(process.execPath, [resolve('server/dist/notas.js'), ...args])
  return `${folder}-recipes`
}

export function rebaseToDemo(folder: string, basePath: string): void {
  const args = ['rebase', '--demo', '--base-path', basePath, folder]
  execFileSync(process.execPath, [resolve('server/dist/notas.js'), ...args])
}
