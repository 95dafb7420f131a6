import { build } from 'esbuild'
import type { World } from './world'

type Factory = new () => IDBFactory

let compiled: Promise<string> | undefined

/** IndexedDB in memory whose tasks are those of the world. It does nothing until `sleep.until`. */
export async function createDatabases(world: World, sleep: { until: number }): Promise<IDBFactory> {
  compiled ??= compile()
  const setImmediate = (work: () => void) =>
    sleep.until > world.now() ? world.after(sleep.until - world.now(), work) : world.task(work)
  const globals = { setImmediate, structuredClone: clone, DOMException }
  const make = new Function('globalThis', 'structuredClone', `${await compiled}\nreturn database`)
  const { FDBFactory } = make(globals, clone) as { FDBFactory: Factory }
  return new FDBFactory()
}

async function compile(): Promise<string> {
  const contents = "export { default as FDBFactory } from 'fake-indexeddb/lib/FDBFactory'"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'database',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Copies a record, which is of plain objects. */
function clone<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(clone) as Value
  const copy: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) copy[name] = clone(one)
  return copy as Value
}
