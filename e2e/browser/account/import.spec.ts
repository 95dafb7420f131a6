import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { signInElsewhere } from '../../support/account'
import { collectCalls, expectCards, expectScreen, open, pauseCalls } from '../../support/actions'
import { listTitles } from '../../support/api-client'
import { createUser, expect, signedInTest as test } from '../../support/fixtures'
import { zipOf } from '../../support/transfer/archives'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'

/** Imports files from a survey that is open. */
async function finishImport(page: Page, sentence: string): Promise<void> {
  await startImport(page)
  await page.getByText(sentence).waitFor()
}

const numbered = (count: number) => Array.from({ length: count }, (_, position) => `Nota ${position + 1}`)

test('a list without notes leads to an import, which the keyboard alone can make', async ({ page }) => {
  await open(page, '/notas')
  await page.getByRole('link', { name: 'Importar notas' }).focus()
  await page.keyboard.press('Enter')
  await expectScreen(page, '/cuenta')
  await expect(page.getByRole('heading', { name: 'Cuenta', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const chooser = page.waitForEvent('filechooser')
  await expect(page.getByLabel('Importar notas')).toBeFocused()
  await page.keyboard.press('Enter')
  const { name, content } = takeoutOf(['Uno', 'Dos', 'Tres'])
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(content) })

  await expect(page.getByText('Se importarán 3 notas.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Conservar fechas y carpetas' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Importar', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Se han importado 3 notas.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectCards(page, ['Uno', 'Dos', 'Tres'])
})

test('nothing is sent before the survey is confirmed, or if it is cancelled, which leaves the keyboard where it was', async ({
  page,
  user,
}) => {
  await open(page, '/cuenta')
  const calls = collectCalls(page)
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await expect(page.getByRole('listitem').filter({ hasText: 'Google Keep' })).toHaveText('Google Keep2')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Descargar notas' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Descargar notas' })).toBeFocused()
  expect(calls).toEqual(['GET /api/notes'])

  await test.step('a file that cannot be read is named with the reason', async () => {
    await chooseFiles(page, { name: 'bomba.zip', content: zipOf([{ name: 'a.md', content: 'a', flags: 1 }]) })
    await expect(page.getByText('No hay notas en estos archivos.')).toBeVisible()
    await page.getByText('No se han podido leer').click()
    await expect(
      page.getByText('El archivo tiene contraseña. Descomprímelo y elige lo que contiene.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('where files may be notes of another application, the export that would do is named', async () => {
    await chooseFiles(page, { name: 'notas.bin', content: 'x' })
    await page.getByText('No son notas').click()
    await expect(page.getByText('En Notion: Exportar, Markdown y CSV.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('archived notes are chosen, trashed ones are not, and both can be changed', async () => {
    const note = (title: string, fields: object) => ({
      name: `${title}.json`,
      content: JSON.stringify({ title, textContent: 'Texto', userEditedTimestampUsec: 1, ...fields }),
    })
    await chooseFiles(
      page,
      note('Activa', {}),
      note('Archivada', { isArchived: true }),
      note('Borrada', { isTrashed: true }),
      { name: 'foto.jpg', content: 'x' },
    )
    await expect(page.getByText('Se importarán 2 notas.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Archivadas' }).uncheck()
    await page.getByRole('checkbox', { name: 'En la papelera' }).check()
    await expect(page.getByText('1 foto no se importa: Notas guarda texto.', { exact: true })).toBeVisible()
    await page.getByText('No son notas').click()
    await expect(page.getByText('foto.jpg Es un adjunto: no se importa.')).toBeVisible()
    await finishImport(page, 'Se han importado 2 notas.')
    expect((await listTitles(user)).sort()).toEqual(['Activa', 'Borrada'])
  })
})

test('a second import of the same file sends nothing', async ({ page, user }) => {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await finishImport(page, 'Se han importado 2 notas.')
  await page.reload()
  await chooseFiles(page, takeoutOf(['Uno', 'Dos', 'Tres']))
  await expect(page.getByRole('listitem').filter({ hasText: 'Ya las tienes' })).toHaveText('Ya las tienes2')
  await expect(page.getByText('Se importará 1 nota.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await expect(page.getByText('No hay notas que importar.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar', exact: true })).toBeHidden()
  // Two calls at once may arrive in either order.
  expect((await listTitles(user)).sort()).toEqual(['Dos', 'Uno'])
})

/** Starts an import, and holds its first six calls until the returned function is called. */
async function startAndHold(page: Page): Promise<() => void> {
  const release = await pauseCalls(page, '**/api/notes', 'POST')
  const calls = collectCalls(page)
  await startImport(page)
  await expect.poll(() => calls.filter((call) => call === 'POST /api/notes')).toHaveLength(6)
  return release
}

test('an import pauses, continues and can be undone', async ({ page, user }) => {
  await user.addNote('Antes')
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(numbered(60)))
  const release = await startAndHold(page)
  await page.getByRole('button', { name: 'Pausar' }).click()
  release()
  const progress = page.getByRole('progressbar', { name: 'Importando notas' })
  await expect(progress).toHaveAttribute('aria-valuenow', '6')
  await expect(page.getByText('En pausa.').last()).toBeVisible()
  const resume = page.getByRole('button', { name: 'Seguir' })
  await expect(resume).toBeFocused()
  await resume.click()
  await page.getByText('Se han importado 60 notas.').waitFor()
  expect(await user.listNotes()).toHaveLength(61)

  await page.getByRole('button', { name: 'Deshacer la importación' }).click()
  await page.getByText('Importación deshecha: se han eliminado 60 notas.').waitFor()
  expect(await listTitles(user)).toEqual(['Antes'])
})

test('an import says how long the rest takes, once its pace is known', async ({ page }) => {
  await open(page, '/cuenta')
  await page.route('**/api/notes', async (route) => {
    if (route.request().method() === 'POST') await setTimeout(700)
    await route.continue()
  })
  await chooseFiles(page, takeoutOf(numbered(50)))
  await startImport(page)
  await page.getByText('Queda menos de un minuto.', { exact: true }).waitFor()
  await page.getByText('Se han importado 50 notas.').waitFor()
})

test('what the host refuses is listed with its sentence and can be downloaded', async ({
  page,
  user,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await open(page, '/cuenta')
  await page.route('**/api/notes', (route) =>
    route.request().postDataJSON()?.title === 'Dos'
      ? route.fulfill({ status: 400, json: { message: 'Esta no.' } })
      : route.continue(),
  )
  await chooseFiles(page, takeoutOf(['Uno', 'Dos', 'Tres']))
  await finishImport(page, 'Se han importado 2 notas.')
  await page.getByText('No importadas', { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Esta no.' })).toHaveText('Dos Esta no.')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar las no importadas' }).click()
  const file = await (await downloading).path()
  await expect(page.getByRole('status').getByText('Se ha descargado 1 nota.')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Descargar notas' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tus notas' })).toBeFocused()

  await page.unroute('**/api/notes')
  await page.reload()
  await page.getByLabel('Importar notas').setInputFiles(file)
  await finishImport(page, 'Se ha importado 1 nota.')
  expect(await listTitles(user)).toEqual(['Dos', 'Uno', 'Tres'])
})

test('files chosen while the notes are downloaded are read, and the download goes on', async ({
  page,
  user,
}) => {
  await user.addNote('Antes')
  await open(page, '/cuenta')
  const release = await pauseCalls(page, '**/api/notes', 'GET')
  const download = page.getByRole('button', { name: 'Descargar notas' })
  const downloading = page.waitForEvent('download')
  await download.click()
  await expect(download).toHaveAttribute('aria-busy', 'true')
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  release()
  await downloading
  await expect(page.getByText('Se importarán 2 notas.')).toBeVisible()
  await expect(page.getByText('Se ha descargado 1 nota.')).toBeVisible()
})

test('the inputs for files are busy while the code of an import is loaded', async ({ page }) => {
  await open(page, '/cuenta')
  const release = await pauseCalls(page, '**/_next/static/**/*.js')
  const input = page.getByLabel('Importar notas')
  await input.setInputFiles({ name: 'Uno.md', mimeType: '', buffer: Buffer.from('Texto') })
  await expect(input).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(page.getByText('Se importará 1 nota.')).toBeVisible()
})

test('the result of an import stays while its notes are opened in another tab', async ({ page, context }) => {
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(['Uno']))
  await finishImport(page, 'Se ha importado 1 nota.')
  const list = page.getByRole('link', { name: 'Ver notas' })
  const opening = context.waitForEvent('page')
  await list.click({ modifiers: ['ControlOrMeta'] })
  await expectCards(await opening, ['Uno'])
  await expect(page.getByRole('button', { name: 'Deshacer la importación' })).toBeVisible()
  await list.click()
  await page.getByRole('link', { name: 'Cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Descargar notas' })).toBeVisible()
})

test('files that are being read when another user signs in are forgotten', async ({ page, host }) => {
  await open(page, '/cuenta')
  const release = await pauseCalls(page, '**/api/notes', 'GET')
  await chooseFiles(page, takeoutOf(['Secreto']))
  await signInElsewhere(page, await createUser(host))
  const download = page.getByRole('button', { name: 'Descargar notas' })
  await expect(download).toBeVisible()
  const listed = page.waitForResponse('**/api/notes')
  release()
  await listed
  await chooseFiles(page, takeoutOf(['Uno', 'Dos']))
  await expect(page.getByText('Se importarán 2 notas.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Google Keep' })).toHaveText('Google Keep2')
})

test('a dropped folder is imported with the folders in it', async ({ page, user }, testInfo) => {
  await open(page, '/cuenta')
  const folder = testInfo.outputPath('notas')
  await mkdir(`${folder}/cocina`, { recursive: true })
  await writeFile(`${folder}/cocina/Receta.md`, 'Pan')
  for (const title of numbered(100)) await writeFile(`${folder}/${title}.md`, 'Texto')
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: 100, y: 100, data })
  }
  await page.getByText('Se importarán 101 notas.').waitFor()
  await page.getByRole('checkbox', { name: 'Conservar fechas y carpetas' }).check()
  await finishImport(page, 'Se han importado 101 notas.')
  expect(await user.listNotes()).toContainEqual(
    expect.objectContaining({
      title: 'Receta',
      content: expect.stringMatching(/^Pan\n\n---\nCarpeta: cocina\nEditada: /),
    }),
  )
})

test('text can be dragged to a field: the account takes files alone', async ({ page }) => {
  await open(page, '/cuenta')
  await expect(page.getByText('Importar una carpeta')).toBeVisible()
  const isTaken = (type: string) =>
    page.evaluate((type) => {
      const dataTransfer = new DataTransfer()
      if (type === 'Files') dataTransfer.items.add(new File(['Pan'], 'Compra.md'))
      else dataTransfer.setData(type, 'clave')
      const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
      return !document.querySelector('input')?.dispatchEvent(event)
    }, type)
  expect(await isTaken('text/plain')).toBe(false)
  expect(await isTaken('Files')).toBe(true)
})

test('screen readers hear the progress every five seconds', async ({ page }) => {
  await page.clock.install()
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(numbered(60)))
  let posts = 0
  await page.route('**/api/notes', (route) => {
    if (route.request().method() === 'POST') posts += 1
    if (posts <= 5) return route.continue()
  })
  // The clock must not jump over the time that the reading of the list has.
  await expect(page.getByRole('button', { name: 'Importar', exact: true })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await startImport(page)
  const heard = page.getByRole('status').filter({ hasText: ' de 60' })
  await expect(heard).toHaveText(/^0 de 60/)
  const started = await page.evaluate(() => Date.now())
  const seen = page.getByRole('progressbar', { name: 'Importando notas' })
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(seen).toHaveAttribute('aria-valuenow', '5', { timeout: 100 })
  }).toPass({ intervals: [0] })
  const passed = (await page.evaluate(() => Date.now())) - started
  await page.clock.runFor(4_999 - passed)
  await expect(heard).toHaveText(/^0 de 60/)
  await page.clock.runFor(1)
  await expect(heard).toHaveText(/^5 de 60/)
})
