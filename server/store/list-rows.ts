import { restSince, yieldToOthers } from '../pace/yield-to-others'
import { type Database, fixedSql, type Row, type Statement, sql } from './database'

/** Rows of an index page, and notes and bytes of a content page: each page is read in a few milliseconds. */
const INDEX_PAGE = 1000
const PAGE = { notes: 100, bytes: 128 * 1024 }
export const LIMIT_PAGE = fixedSql(`LIMIT ${PAGE.notes}`)
const LIMIT_INDEX_PAGE = fixedSql(`LIMIT ${INDEX_PAGE}`)

/** `bytes` is about the length of the list as JSON. */
export type Listing = { bytes: number; rests: boolean }

type Source = { table: 'notes' | 'trash' | 'versions'; pairs: string; condition: Statement }

/** Yields all rows, newest version first, as JSON arrays; other requests are served between them. */
export async function* listRows(
  database: Database,
  source: Source,
  { bytes, rests }: Listing,
): AsyncGenerator<Buffer> {
  if (bytes <= PAGE.bytes) {
    yield await findAsJson(database, source)
    return
  }
  const pause = rests ? restSince : yieldToOthers
  for await (const ids of pagesOfIds(database, source, pause)) {
    const start = performance.now()
    const page = await findPageAsJson(database, source, ids)
    const worked = performance.now() - start
    // The client may take long for it.
    yield page
    await pause(performance.now() - worked)
  }
}

/** Yields every row that existed when the last index page was read, each once, whatever was edited between the pages. */
async function* pagesOfIds(
  database: Database,
  source: Source,
  pause: (start: number) => Promise<void>,
): AsyncGenerator<string[]> {
  let start = performance.now()
  let rows = await indexPage(database, source, Number.MAX_SAFE_INTEGER)
  const newest = Number(rows[0]?.version)
  const isWhole = rows.length < INDEX_PAGE
  // Texts: held as rows while a list is sent, 100,000 notes took hundreds of megabytes before V8 collected them.
  const pages = textsOf(rows)
  while (rows.length === INDEX_PAGE) {
    await pause(start)
    start = performance.now()
    rows = await indexPage(database, source, Number(rows.at(-1)?.version))
    pages.push(...textsOf(rows))
  }
  const edited = isWhole
    ? []
    : await indexOf(database, source, sql`version > ${newest} ORDER BY version DESC`)
  const editedIds = new Set(edited.map(({ id }) => String(id)))
  for (const page of textsOf(edited)) yield page.split(' ')
  for (const page of pages) yield page.split(' ').filter((id) => !editedIds.has(id))
}

function textsOf(rows: Row[]): string[] {
  return Array.from(pagesOf(rows), (page) => page.map(({ id }) => id).join(' '))
}

export const BYTES = fixedSql('octet_length(title) + octet_length(content)')

function indexOf(database: Database, { table, condition }: Source, range: Statement): Promise<Row[]> {
  return database.read(
    sql`SELECT id, version, ${BYTES} AS bytes FROM ${fixedSql(table)} WHERE ${condition} AND ${range}`,
  )
}

function indexPage(database: Database, source: Source, before: number): Promise<Row[]> {
  return indexOf(database, source, sql`version < ${before} ORDER BY version DESC ${LIMIT_INDEX_PAGE}`)
}

export function* pagesOf(rows: Row[]): Generator<Row[]> {
  let page: Row[] = []
  let size = 0
  for (const row of rows) {
    const bytes = Number(row.bytes)
    if (page.length === PAGE.notes || (page.length > 0 && size + bytes > PAGE.bytes)) {
      yield page
      page = []
      size = 0
    }
    page.push(row)
    size += bytes
  }
  if (page.length > 0) yield page
}

function findPageAsJson(database: Database, source: Source, ids: string[]): Promise<Buffer> {
  const params = Array.from({ length: PAGE.notes }, (_, at) => ids[at] ?? '')
  return findAsJson(database, {
    ...source,
    condition: sql`${source.condition} AND ${{ sql: IN_PAGE, params }}`,
  })
}

async function findAsJson(database: Database, { table, pairs, condition }: Source): Promise<Buffer> {
  const rows = fixedSql(database.jsonArray(pairs, 'version DESC'))
  const [row] = await database.read(sql`SELECT ${rows} AS json FROM ${fixedSql(table)} WHERE ${condition}`)
  const json = row?.json
  return json instanceof Uint8Array
    ? Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    : Buffer.from(String(json))
}

const IN_PAGE = `id IN (${Array(PAGE.notes).fill('?').join()})`
