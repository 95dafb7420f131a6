import { existsSync } from 'node:fs'
import { SettingError } from '@/lib/domain/deployment.mjs'

/** Adds the variables of `.env` in the current folder to the environment, which wins. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  if (!process.loadEnvFile)
    throw new SettingError('.env is read from Node 20.12 on: take a newer one, or node --env-file=.env.')
  process.loadEnvFile('.env')
}
