import type { Page } from '@playwright/test'
import { openCachedList } from '../../support/browser-storage'
import { expect, signedInTest as test } from '../../support/fixtures'
import { readZip } from '../../support/transfer/read-zip'

const NOTES = [
  { title: 'Receta', content: 'Pan\r\ny vino' },
  { title: 'Receta', content: '---\ntitle: x\n---\n# x' },
  { title: '', content: '👩‍👩‍👧 עברית' },
]

test.beforeEach(async ({ user }) => {
  for (const { title, content } of NOTES.toReversed()) await user.addNote(title, content)
})

/** Presses Descargar notas, and waits for the file. */
async function downloadNotes(page: Page) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar notas' }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), files: await readZip(await download.path()) }
}

test('Descargar notas saves a zip with all notes exactly, and a file for each, also of several megabytes, and without a network those of the cached list', async ({
  page,
  context,
  user,
  expectConsole,
}) => {
  await page.clock.setFixedTime('2026-03-05T12:00')
  await openCachedList(page, ['Receta', 'Receta', ''])
  await page.getByRole('link', { name: 'Cuenta' }).click()
  const { name, files } = await downloadNotes(page)
  expect(name).toBe('notas-2026-03-05.zip')
  await expect(page.getByText('Se han descargado 3 notas.')).toBeVisible()
  expect(Object.keys(files)).toEqual([
    'notas/Receta.md',
    'notas/Receta (2).md',
    'notas/Sin título.md',
    'notas.json',
    'LEEME.txt',
  ])
  expect(files['notas/Receta.md']).toBe('Pan\r\ny vino')
  expect(JSON.parse(files['notas.json'] ?? '')).toMatchObject({ format: 'notas', version: 1, notes: NOTES })

  expectConsole(/Failed to load resource|Failed to fetch/)
  await test.step('without a network the notes of the cached list are saved, and it says of when they are', async () => {
    await context.setOffline(true)
    const { files } = await downloadNotes(page)
    expect(JSON.parse(files['notas.json'] ?? '').notes).toMatchObject(NOTES)
    await expect(
      page.getByText('El servidor no contesta: son las que tenías el 5 de marzo de 2026'),
    ).toBeVisible()
    await context.setOffline(false)
  })

  const long = Array.from({ length: 20 }, (_, number) => ({
    title: `Nota ${number}`,
    content: `${number} `.repeat(40_000),
  }))
  for (const { title, content } of long.toReversed()) await user.addNote(title, content)
  const { files: large } = await downloadNotes(page)
  expect(JSON.parse(large['notas.json'] ?? '').notes).toMatchObject([...long, ...NOTES])
  for (const { title, content } of long) expect(large[`notas/${title}.md`]).toBe(content)
})
