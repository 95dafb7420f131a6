import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'

/** Chromium with a profile on disk, which can be killed and restarted. */
export function createProfile(options: LaunchOptions & BrowserContextOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'notas-profile-'))
  let context: BrowserContext | undefined

  return {
    async start(): Promise<BrowserContext> {
      context = await chromium.launchPersistentContext(folder, {
        locale: 'es-ES',
        serviceWorkers: 'block',
        ...options,
      })
      return context
    },
    /** Ends the browser with SIGKILL, so that it cannot write anything more. */
    async kill(): Promise<void> {
      const closed = context?.waitForEvent('close')
      for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
      await closed
      context = undefined
    },
    async remove(): Promise<void> {
      await context?.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Profile = ReturnType<typeof createProfile>

/** Main processes of the browser; the others end with them. */
function processesOf(folder: string): number[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
  return list
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${folder}`) && !line.includes('--type='))
    .map((line) => Number.parseInt(line, 10))
}
