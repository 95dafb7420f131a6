import { fileURLToPath } from 'node:url'
import { SettingError } from '@/lib/domain/deployment.mjs'
import { rebase } from './rebase'

const RECIPES = fileURLToPath(new URL('../../deploy/recipes', import.meta.url))

try {
  console.log(rebase(process.argv.slice(2), RECIPES))
} catch (cause) {
  process.exitCode = 1
  console.error(cause instanceof SettingError ? cause.message : cause)
}
