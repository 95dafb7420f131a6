import {
  deleteNote,
  edit,
  expectCards,
  nextLog,
  openList,
  pressDelete,
  reloadList,
  save,
  saveAndExpectFailure,
  saveToList,
  writeNew,
} from '../../support/actions'
import { listTitles } from '../../support/api-client'
import { expectCachedList, installServiceWorker, POLLING } from '../../support/browser-storage'
import { BASE } from '../../support/fixtures'
import type { Fault, FaultyProxy, ProxiedCall } from '../../support/servers/faulty-proxy'
import {
  expect,
  expectCalls,
  expectNoWriteUnderWay,
  isCreate,
  isList,
  isSaved,
  isWrite,
  leaveForm,
  reconnect,
  refuseWrites,
  showPageAgain,
  stopClock,
  writeTest as test,
  toSave,
  undo,
} from '../../support/write-fixtures'

const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

const PAGE = { status: 200, headers: HTML, body: '<!DOCTYPE html><h1>Acepta las condiciones</h1>' }

const OTHER_PAGE = 'Otra página contesta en lugar del servidor.'

const redirect = (status: number, Location: string) => ({ status, headers: { Location } })

/** A redirect makes a POST a GET. */
const TO_SLASH = ({ path }: ProxiedCall) => redirect(301, `${path}/`)

/** Gives the next write an answer that is not the host's, which gets nothing. */
function answerFirst(proxy: FaultyProxy, answer: (call: ProxiedCall) => Fault): void {
  let isAnswered = false
  proxy.fault = (call) => {
    if (call.path.endsWith('/')) return { status: 200, body: '[]' }
    if (isAnswered || !isWrite(call)) return undefined
    isAnswered = true
    return answer(call)
  }
}

test('a page and a redirect save, create, delete and restore nothing, and what was saved is sent again', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Plantas', 'Riego')
  await openList(page, ['Plantas'])

  await edit(page, 'Plantas', { content: 'Riego los martes' })
  answerFirst(proxy, () => redirect(302, `${BASE}/register/`))
  await saveAndExpectFailure(page)
  await expectNoWriteUnderWay(page)
  await expect(isSaved(page)).toBeHidden()
  await reconnect(proxy, page)
  await expect(isSaved(page)).toBeVisible()
  expect(await user.listNotes()).toMatchObject([{ title: 'Plantas', content: 'Riego los martes' }])
  await leaveForm(page)

  await writeNew(page, { title: 'Compra' })
  answerFirst(proxy, TO_SLASH)
  await saveAndExpectFailure(page)
  await leaveForm(page)
  await expect(toSave(page)).toHaveText('Hay 1 nota por guardar.')
  await expectCards(page, ['Plantas'])
  await reconnect(proxy, page)
  await expect(toSave(page)).toBeHidden()
  await reloadList(page, ['Compra', 'Plantas'])

  answerFirst(proxy, TO_SLASH)
  const logged = nextLog(page, 'Error al eliminar la nota')
  await pressDelete(page, 'Compra')
  await logged
  await expectNoWriteUnderWay(page)
  await expectCards(page, ['Compra', 'Plantas'])
  await expect(undo(page)).toBeHidden()
  proxy.fault = () => undefined
  await reloadList(page, ['Compra', 'Plantas'])

  await deleteNote(page, 'Compra')
  answerFirst(proxy, () => PAGE)
  await undo(page).click()
  await expect(page.getByText('No se ha podido recuperar. Inténtalo de nuevo.')).toBeVisible()
  await expectCards(page, ['Plantas'])
  proxy.fault = () => undefined
  await undo(page).click()
  await expectCards(page, ['Compra', 'Plantas'])
  expect(await listTitles(user)).toEqual(['Compra', 'Plantas'])
})

test('a list that was opened while a note was created, without an id in the answer, is read again; an unopened one is not', async ({
  page,
  faultyProxy: proxy,
  user,
}) => {
  await user.addNote('Plantas')
  await openList(page, ['Plantas'])
  await writeNew(page, { title: 'Compra' })
  const answer = proxy.hold(isCreate, 'respond with nothing')
  await save(page)
  await expectCalls(proxy, isCreate, 1)
  await page.goBack()
  await expectCalls(proxy, isList, 2)
  await expect(page.getByRole('heading', { name: 'Plantas' })).toBeVisible()
  answer()
  await expectCards(page, ['Compra', 'Plantas'])
  await expectCalls(proxy, isList, 3)

  await writeNew(page, { title: 'Regalos' })
  proxy.failFirst(isCreate, 'respond with nothing')
  await saveToList(page, ['Regalos', 'Compra', 'Plantas'])
  await expectCalls(proxy, isList, 4)
})

test('a write that a page answers does not hold up others, and after five times it is a draft, with the reason', async ({
  page,
  faultyProxy: proxy,
  storedTitles,
}) => {
  const isBlocked = (call: ProxiedCall) => isCreate(call) && call.body.includes('Prohibida')
  await page.clock.install()
  await openList(page, [])
  await stopClock(page)
  proxy.fault = (call) => (isBlocked(call) ? PAGE : refuseWrites(call))
  for (const title of ['Prohibida', 'Compra']) {
    await writeNew(page, { title })
    await saveAndExpectFailure(page)
    await leaveForm(page)
  }
  await expect(toSave(page)).toHaveText('Hay 2 notas por guardar.')

  proxy.fault = (call) => (isBlocked(call) ? PAGE : undefined)
  await showPageAgain(page)
  await expect(toSave(page)).toHaveText('Hay 1 nota por guardar.')
  expect(await storedTitles()).toEqual(['Compra'])
  const draft = page.getByRole('listitem').filter({ hasText: 'Nota nueva sin guardar: «Prohibida»' })
  await expect(async () => {
    await showPageAgain(page)
    await expect(draft).toContainText(OTHER_PAGE, { timeout: 500 })
  }).toPass()
  await expect(toSave(page)).toBeHidden()
  await showPageAgain(page)
  await expectCalls(proxy, isBlocked, 5)
})

test.describe('where another page answers for the list', () => {
  test.use({ serviceWorkers: 'allow' })

  test('it is named, and a link leads to it past the service worker; the session has not ended', async ({
    page,
    context,
    faultyProxy: proxy,
    user,
  }) => {
    await user.addNote('Plantas', 'Riego')
    await openList(page, ['Plantas'])
    await expectCachedList(page, ['Plantas'])
    await installServiceWorker(page)
    proxy.fault = (call) => (isList(call) ? { ...PAGE, status: 401 } : undefined)
    proxy.requests.length = 0
    await page.reload()
    await expect(page.getByText(OTHER_PAGE)).toBeVisible()
    await expect(page.getByText('Estas son las de la última vez.')).toBeVisible()
    await expectCards(page, ['Plantas'])
    expect(proxy.requests).toEqual(['GET /api/notes'])

    await page.getByRole('link', { name: 'Abrir esa página' }).click()
    await expect.poll(() => proxy.requests, POLLING).toContain(`GET ${BASE}/notas/?network`)
    await expect(page).toHaveURL(/\?network$/)
    await expect(page.getByText(OTHER_PAGE)).toBeVisible()
    proxy.fault = () => undefined
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText(OTHER_PAGE)).toBeHidden()
    await expectCards(page, ['Plantas'])

    await context.setOffline(true)
    await page.reload()
    await expectCards(page, ['Plantas'])
  })

  test('a login on another origin, to which everything is redirected, is one link away; a lost connection has none', async ({
    page,
    faultyProxy: proxy,
    host,
    user,
    expectConsole,
  }) => {
    expectConsole(/blocked by CORS policy|Content Security Policy|behind a redirect/)
    const link = page.getByRole('link', { name: 'Abrir esa página' })
    await user.addNote('Plantas', 'Riego')
    await openList(page, ['Plantas'])
    await expectCachedList(page, ['Plantas'])
    await installServiceWorker(page)
    proxy.fault = (call) => (isList(call) ? 'refuse' : undefined)
    await page.reload()
    await expect(page.getByText('No se han podido cargar las notas.')).toBeVisible()
    await expect(link).toBeHidden()

    proxy.login = `${host.origin}${BASE}/`
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText(OTHER_PAGE)).toBeVisible()
    await expectCards(page, ['Plantas'])
    await link.click()
    await expect(page).toHaveURL(proxy.login)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

    proxy.login = undefined
    proxy.fault = () => undefined
    await openList(page, ['Plantas'])
    await expect(link).toBeHidden()
  })
})
