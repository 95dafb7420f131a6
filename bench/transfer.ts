import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { createUser } from '../e2e/support/api-client'
import { runAdmin } from '../e2e/support/servers/admin'
import { type HostProcess, startHost } from '../e2e/support/servers/host'
import { launch } from './list/browser'
import { createNotes } from './list/notes'
import { saveResult } from './results'
import { median } from './statistics'
import { takeoutOf } from './transfer/takeout'
import { check, chooseFile, floors, inAccount, onFloor, press, type Sample } from './transfer/visits'

const NOTES = 10_000
const ROUNDS = 3

/** Sending is measured with fewer notes, in more rounds. */
const SENT = 2_000
const SEND_ROUNDS = 5
const MAX_IN_FLIGHT = 32

type Samples = Record<string, { app: Sample[]; floor: number[] }>

/** Measures import and export of 10,000 notes in a browser. */
export async function measureTransfer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-bench-'))
  const host = await startHost()
  const browser = await launch()
  const samples: Samples = {}
  const add = (name: string, app: Sample, floor?: number) => {
    samples[name] ??= { app: [], floor: [] }
    samples[name].app.push(app)
    if (floor !== undefined) samples[name].floor.push(floor)
  }
  try {
    await measureFiles(browser, host, folder, add)
    await measureSending(browser, host, join(folder, 'part.zip'), add)
  } finally {
    await browser.close()
    await host.stop()
    rmSync(folder, { recursive: true })
  }
  const rows = Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, rowOf(sample)]))
  console.log('Medians of alternating rounds; blocks and memory are the largest of all rounds')
  console.table(rows)
  saveResult('transfer', rows, {
    title: 'Time of import and export, as ratios to a page without a framework',
    note: 'Shorter is better; the line is the floor.',
    bars: Object.entries(rows).flatMap(([label, { ratio }]) =>
      ratio === undefined ? [] : [{ label, ratio }],
    ),
  })
}

type Add = (name: string, app: Sample, floor?: number) => void

async function measureFiles(
  browser: Browser,
  { origin, databaseUrl }: HostProcess,
  folder: string,
  add: Add,
) {
  const [newUser, owner] = [await createUser({ origin }), await createUser({ origin })]
  const [file, allButOne] = [join(folder, 'takeout.zip'), join(folder, 'all-but-one.zip')]
  const notes = createNotes(NOTES)
  writeFileSync(file, takeoutOf(notes))
  writeFileSync(allButOne, takeoutOf(notes.slice(1)))
  const { code, errors } = await runAdmin(databaseUrl, ['import', owner.email, allButOne])
  if (code !== 0) throw new Error(errors)
  await owner.addNote('Compras')

  for (let round = 1; round <= ROUNDS; round += 1) {
    console.error(`Files, round ${round} of ${ROUNDS}`)
    const floor = await onFloor(browser, origin, owner, async (page) => ({
      read: await floors.read(page, file),
      export: await floors.export(page, owner),
    }))
    await inAccount(browser, origin, newUser, async (page) => {
      add('read a Takeout of 10,000 notes', await chooseFile(page, file, 'Se importarán'), floor.read)
    })
    await inAccount(browser, origin, owner, async (page) => {
      add('export 10,000 notes', await press(page, 'Descargar notas', 'Se han descargado'), floor.export)
      add('read it and compare with 10,000', await chooseFile(page, file, 'Se importará 1 nota'))
      add('compare again, with dates', await check(page, 'Conservar las fechas', 'Se importará 1 nota'))
    })
  }
}

async function measureSending(browser: Browser, { origin }: HostProcess, file: string, add: Add) {
  const notes = createNotes(SENT)
  writeFileSync(file, takeoutOf(notes))
  for (let round = 1; round <= SEND_ROUNDS; round += 1) {
    console.error(`Sending, round ${round} of ${SEND_ROUNDS}`)
    const [one, other] = [await createUser({ origin }), await createUser({ origin })]
    const floor = await onFloor(browser, origin, one, (page) =>
      floors.import(page, one, notes, MAX_IN_FLIGHT),
    )
    await inAccount(browser, origin, other, async (page) => {
      await chooseFile(page, file, 'Se importarán')
      add('send 2,000 notes', await press(page, 'Importar', 'Se han importado'), floor)
    })
  }
}

function rowOf({ app, floor }: Samples[string]) {
  const ms = median(app.map((sample) => sample.ms))
  const largest = (measure: keyof Sample) => Math.round(Math.max(...app.map((sample) => sample[measure])))
  return {
    ms: Math.round(ms),
    ...(floor.length > 0 && {
      'floor, ms': Math.round(median(floor)),
      ratio: Number((ms / median(floor)).toFixed(2)),
    }),
    'longest task, ms': largest('longestTask'),
    'longest timer gap, ms': largest('longestGap'),
    'memory, MB': largest('memory'),
  }
}
