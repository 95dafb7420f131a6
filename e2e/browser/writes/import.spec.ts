import { open } from '../../support/actions'
import { call, listNotes } from '../../support/api-client'
import { chooseFiles, startImport, takeoutOf } from '../../support/transfer/choose-files'
import {
  expect,
  expectCalls,
  held,
  isCreate,
  type ProxiedCall,
  writeTest as test,
} from '../../support/write-fixtures'

test.beforeEach(({ expectConsole }) => {
  expectConsole(/Error/)
})

const TITLES = ['Uno', 'Dos', 'Tres']

for (const isBare of [false, true])
  test.describe(isBare ? 'on a host of seven calls' : 'on our host', () => {
    test.use({ isBare })

    test('undoing an import keeps the notes that another device edits meanwhile', async ({
      page,
      faultyProxy: proxy,
      host,
      user,
    }) => {
      await open(page, '/cuenta')
      await chooseFiles(page, takeoutOf(TITLES))
      await startImport(page)
      await page.getByText('Se han importado 3 notas.').waitFor()
      const { until, release } = held()
      // The undo has looked at the list by then.
      proxy.fault = async ({ method }) => {
        if (method === 'DELETE') await until
        return undefined
      }
      const result = page.getByText(/^Importación deshecha|se quedan?\.$/).first()
      await page.getByRole('button', { name: 'Deshacer la importación' }).click()
      const hasBegun = () => proxy.calls.some(({ method }) => method === 'DELETE')
      await expect.poll(async () => hasBegun() || (isBare && (await result.isVisible()))).toBe(true)
      for (const { _id, title, content } of await listNotes(host, user))
        if (title !== 'Uno')
          await call(host, 'PUT', `/api/notes/${_id}`, {
            ...user,
            json: { title, content: `${content}, y más` },
          })
      release()

      await expect(result).toBeVisible()
      const left = (await listNotes(host, user)).filter(({ title }) => title !== 'Uno')
      expect(left.map(({ title, content }) => [title, content]).sort()).toEqual([
        ['Dos', 'Texto de Dos, y más'],
        ['Tres', 'Texto de Tres, y más'],
      ])
      if (isBare) return
      await expect(page.getByText('Importación deshecha: se ha eliminado 1 nota.')).toBeVisible()
      await expect(page.getByText('2 notas que has cambiado después se quedan.')).toBeVisible()
    })

    test('a create that reaches the host after the import has ended adds no note', async ({
      page,
      faultyProxy: proxy,
      storedTitles,
    }) => {
      await open(page, '/cuenta')
      await chooseFiles(page, takeoutOf(TITLES))
      const dropped: ProxiedCall[] = []
      proxy.fault = (proxied) => {
        if (!isCreate(proxied) || dropped.length > 0) return undefined
        dropped.push(proxied)
        return 'refuse'
      }
      await startImport(page)
      await page.getByText('Se han importado 3 notas.').waitFor()
      await dropped[0]?.forward()
      const titles = await storedTitles()
      // A host of seven calls cannot know the late call for a copy.
      if (isBare) expect(new Set(titles)).toEqual(new Set(TITLES))
      else expect(titles.sort()).toEqual([...TITLES].sort())
    })
  })

test('an import over a line that loses answers makes each note once', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  proxy.reusesConnections = true
  const titles = Array.from({ length: 30 }, (_, at) => `Nota ${at}`)
  await open(page, '/cuenta')
  await chooseFiles(page, takeoutOf(titles))
  let creates = 0
  proxy.fault = (proxied) => {
    if (!isCreate(proxied)) return undefined
    creates += 1
    return creates % 7 === 3 ? 'lose the response' : undefined
  }
  await startImport(page)
  await page.getByText('Se han importado 30 notas.').waitFor()
  await expectCalls(proxy, ({ method }) => method === 'DELETE', 0)
  expect((await storedTitles()).sort()).toEqual(titles.sort())
})
