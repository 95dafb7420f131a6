import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expectCards, expectScreen, open, openList, saveToList, write } from '../support/actions'
import { waitForServiceWorker } from '../support/browser-storage'
import { content, expectDrafts, recover } from '../support/drafts'
import { BASE, expect } from '../support/fixtures'
import { alteredCopy, FIRST_RELEASE, releasesTest as test } from '../support/releases'
import { rebase } from '../support/servers/rebase'

// One worker, so that the tests share one build.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to (load resource|load chunk|fetch)|ERR_INTERNET_DISCONNECTED|SyntaxError/)
  expectConsole(/No se han podido cargar|TypeError|Refused to execute script|Service Worker|script resource/)
})

for (const serviceWorkers of ['allow', 'block'] as const) {
  const isInstalled = serviceWorkers === 'allow'

  test.describe(`${isInstalled ? 'with' : 'without'} a service worker`, () => {
    test.use({ serviceWorkers })

    const changes = isInstalled ? ['replaced', 'rolled back'] : ['replaced', 'half replaced', 'moved']
    for (const change of changes) {
      test(`a release that is ${change} under an open editor loses no text, and the user goes on`, async ({
        page,
        site,
        second,
      }) => {
        const half = await alteredCopy(second, 'half-replaced', (folder) => {
          const first = readdirSync(join(FIRST_RELEASE, '_next/static/chunks'))
          for (const name of readdirSync(join(folder, '_next/static/chunks')))
            if (!first.includes(name)) rmSync(join(folder, '_next/static/chunks', name))
        })
        const moved = await alteredCopy(FIRST_RELEASE, 'moved-page', (folder) => {
          rebase(folder, '/otra')
        })
        const before = change === 'rolled back' ? second : FIRST_RELEASE
        const after = { 'half replaced': half, 'rolled back': FIRST_RELEASE, moved }[change] ?? second
        const base = change === 'moved' ? '/otra' : BASE
        const options = { basePath: base }

        await site.publish(before)
        await open(page, '/create-note')
        const button = page.getByRole('button', { name: 'Guardar' })
        await expect(button).toBeEnabled()
        if (isInstalled) await waitForServiceWorker(page)
        await site.publish(after, options)
        await write(page, { title: 'Regalos', content: 'Acuarelas' })
        await expectDrafts(page, ['Acuarelas'])
        await button.click()
        const sentence = page.getByText('No se ha podido cargar lo que hace falta para guardar.')
        await expect(isInstalled ? page.getByRole('dialog') : sentence).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(content(page)).toHaveValue('Acuarelas')
        await page.getByRole('link', { name: 'Volver' }).click()
        await expectScreen(page, '/notas')

        if (change === 'half replaced') await site.publish(second)
        await page.goto(`${base}/create-note/`)
        await recover(page, 'Acuarelas')
        await saveToList(page, ['Regalos'])
      })
    }
  })
}

test('on a host that answers every unknown path with a page, every story works', async ({
  page,
  site,
  user,
}) => {
  const id = await user.addNote('Plantas', 'Riego')
  await site.publish(FIRST_RELEASE, { isFallback: true })
  await open(page, '/create-note')
  await write(page, { title: 'Regalos', content: 'Acuarelas' })
  await saveToList(page, ['Regalos', 'Plantas'])
  await open(page, `/note-editor/${id}`)
  await expect(content(page)).toHaveValue('Riego')
  await page.reload()
  await expect(content(page)).toHaveValue('Riego')
  await page.getByRole('link', { name: 'Volver' }).click()
  await expectCards(page, ['Regalos', 'Plantas'])
  await page.goBack()
  await expect(content(page)).toHaveValue('Riego')
})

test('a tab left alone for ten minutes asks for nothing', async ({ page, site, user, expectConsole }) => {
  // The clock may run while a transaction is under way.
  expectConsole(/The database does not answer/)
  await user.addNote('Plantas')
  await page.clock.install()
  for (const path of ['/notas', '/create-note']) {
    if (path === '/notas') await openList(page, ['Plantas'])
    else await open(page, path)
    await waitForServiceWorker(page)
    await page.clock.runFor(60_000)
    site.requests.length = 0
    await page.clock.runFor(600_000)
    expect(site.requests).toEqual([])
  }
})
