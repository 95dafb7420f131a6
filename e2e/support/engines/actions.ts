import { readStore } from '../browser-storage'
import { expect, storeSession, type User } from '../fixtures'
import { LIMIT, type Tab } from './engine'

/** Retries an expectation, also while a navigation makes `evaluate` fail. */
function eventually(expectation: () => Promise<void>): Promise<void> {
  return expect(expectation).toPass({ timeout: LIMIT, intervals: [50, 100, 200] })
}

export async function signIn(tab: Tab, user: Pick<User, 'token' | 'email'>): Promise<void> {
  await tab.open('/')
  await storeSession(tab, user)
  await tab.open('/notas')
  // WebKit may freeze the database of a page that is left while the database is created.
  await eventually(async () => expect(await readStore(tab, 'lists')).toHaveLength(1))
}

export async function submitLogin(
  tab: Tab,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await tab.type('Email', email)
  await tab.type('Password', password)
  await tab.press('button', 'Log in')
  expect(await tab.acceptAlert()).toBe('no compartas tu clave')
}

export async function pathOf(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement
    const { length } = new URL('.', href).pathname
    return location.pathname.slice(length - 1).replace(/(?<=.)\/$/, '')
  })
}

export function expectPath(tab: Tab, path: string): Promise<void> {
  return eventually(async () => expect(await pathOf(tab)).toBe(path))
}

export function expectOtherPath(tab: Tab, path: string): Promise<void> {
  return eventually(async () => expect(await pathOf(tab)).not.toBe(path))
}

export function expectText(tab: Tab, text: string): Promise<void> {
  return eventually(async () => expect(await textOf(tab)).toContain(text))
}

export function expectNoText(tab: Tab, text: string): Promise<void> {
  return eventually(async () => expect(await textOf(tab)).not.toContain(text))
}

export function expectCards(tab: Tab, titles: string[]): Promise<void> {
  return eventually(async () =>
    expect(
      await tab.evaluate(() =>
        Array.from(document.querySelectorAll('article :is(h1, h2, h3)'), (title) => title.textContent),
      ),
    ).toEqual(titles),
  )
}

export function expectFields(tab: Tab, text: { title: string; content: string }): Promise<void> {
  return eventually(async () => expect(await fieldsOf(tab)).toEqual(text))
}

export async function save(tab: Tab): Promise<void> {
  await tab.press('button', 'Guardar')
  await tab.pressInDialog('Guardar')
}

export async function write(
  tab: Tab,
  { title, content }: { title?: string; content?: string },
): Promise<void> {
  if (title !== undefined) await tab.type('Título de la nota', title)
  if (content !== undefined) await tab.type('Escribe tu contenido aquí...', content)
}

function textOf(tab: Tab): Promise<string> {
  return tab.evaluate(() => document.body.innerText)
}

function fieldsOf(tab: Tab): Promise<{ title: string; content: string } | undefined> {
  return tab.evaluate(() => {
    const title = document.querySelector<HTMLInputElement>('input[name=title]:enabled')
    const content = document.querySelector<HTMLTextAreaElement>('textarea[name=content]:enabled')
    return title && content ? { title: title.value, content: content.value } : undefined
  })
}
