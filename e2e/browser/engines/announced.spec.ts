import { readFileSync } from 'node:fs'
import { expectNoText, expectText, signIn, write } from '../../support/engines/actions'
import { type Heard, LIMIT, type ScreenReader } from '../../support/engines/engine'
import { engineTest } from '../../support/engines/fixtures'
import { BASE, expect } from '../../support/fixtures'
import { isList } from '../../support/write-fixtures'

type Summary = { said: string; focus: string }

/** `said` can be a matcher. */
type Expected = { said: unknown; focus: string }

const REPORT = readFileSync('docs/accessibility.md', 'utf8')

const test = engineTest.extend<{ reader: ScreenReader }>({
  reader: async ({ engine, browserOfEngine: { newReader }, network }, use) => {
    test.skip(engine === 'webkit', 'What WebKit tells screen readers is not read')
    test.skip(!newReader && !process.env.CI, 'Firefox, Xvfb, D-Bus or AT-SPI is not installed')
    if (!newReader) throw new Error('Firefox, Xvfb, D-Bus or AT-SPI is not installed.')
    const reader = await newReader(`${network.origin}${BASE}`)
    await expectHeard(reader)
    await use(reader)
    await reader.stop()
  },
})

/** A browser may tell nothing until it has found out that somebody listens. */
async function expectHeard({ tab, heard }: ScreenReader): Promise<void> {
  await tab.open('/')
  await expect(async () => {
    await tab.evaluate(() => {
      const field = document.querySelector<HTMLElement>('[name=password]')
      field?.blur()
      field?.focus()
    })
    await expect.poll(async () => (await heard()).focus, { timeout: 2000 }).toBe('Password')
  }).toPass({ timeout: LIMIT })
}

test('screen readers are told what is found, deleted, saved, loading and failed', async ({
  engine,
  reader,
  network,
  user,
}) => {
  const { tab } = reader

  async function expectSaid(story: string, act: () => Promise<unknown>, expected: Expected): Promise<void> {
    await reader.listen()
    await act()
    await expect.poll(async () => summaryOf(await reader.heard()), { timeout: LIMIT }).toEqual(expected)
    expect(documented(story), 'docs/accessibility.md').toEqual(expected)
  }

  async function pressTwice(opener: string, button: string): Promise<void> {
    await tab.press('button', opener)
    await tab.pressInDialog(button)
  }

  for (const title of ['Uno', 'Dos', 'Tres']) await user.addNote(title, 'Contenido')
  await tab.open('/')
  await expectSaid('Log in without email and password', () => tab.press('button', 'Log in'), {
    said: 'alert: Por favor, ingrese un correo electrónico válido. La contraseña debe tener al menos 6 caracteres.',
    focus: 'Email',
  })

  await signIn(tab, user)
  await tab.press('button', 'Buscar')
  // Screen readers hear what a region says once they know it.
  await expect.poll(() => tab.evaluate(() => document.querySelector('p[role=status]') !== null)).toBe(true)
  await expectSaid('A search finds one note', () => tab.type('Buscar notas', 'tres'), {
    said: 'status: 1 nota encontrada.',
    focus: 'Buscar notas',
  })
  await expectSaid('A search finds none', () => tab.type('Buscar notas', 'x'), {
    said: 'status: Create your note! Ninguna nota encontrada.',
    focus: 'Buscar notas',
  })

  await tab.press('button', 'Buscar')
  await expectSaid('A note is deleted', () => pressTwice('Eliminar nota: Dos', 'Eliminar'), {
    said: 'status: Nota eliminada. Deshacer',
    focus: 'Editar nota: Uno',
  })
  await expectSaid('The delete is undone', () => tab.press('button', 'Deshacer'), {
    said: 'status: Nota recuperada.',
    focus: 'Editar nota: Dos',
  })

  const answer = network.holdAnswers(({ path }) => path.startsWith('/api/notes/'))
  await expectSaid('A note is opened', () => tab.press('link', 'Editar nota: Dos'), {
    // Chromium's tree may be read after the text has come.
    said:
      engine === 'firefox'
        ? 'alert: Editar Nota · Notas, status: Cargando...'
        : expect.stringMatching(/^alert: Editar Nota · Notas/),
    focus: 'Editar Nota',
  })
  answer()
  await write(tab, { content: ' y más' })
  await expectSaid('A note is saved', () => pressTwice('Guardar', 'Guardar'), {
    said: 'alert: Notas, status: Nota guardada.',
    focus: 'Notas',
  })

  network.holdAnswers(isList)
  await tab.open('/notas')
  await expectSaid('The notes cannot be loaded', async () => network.cut(), {
    // The cached list needs code, which may be cached as well.
    said: expect.stringMatching(
      /No se han podido cargar las notas\. (Estas son las de la última vez\. )?Reintentar$/,
    ),
    focus: 'Notas',
  })

  network.restore()
  await reader.listen()
  await tab.press('link', 'Crear nota')
  await expect
    .poll(async () => summaryOf(await reader.heard()).said, { timeout: LIMIT })
    .toContain('Nueva Nota · Notas')
  await write(tab, { title: 'Cuatro' })
  await expectSaid('A save fails', saveWithoutNetwork, { said: '', focus: 'Guardar' })

  async function saveWithoutNetwork(): Promise<void> {
    await tab.press('button', 'Guardar')
    // Its code comes over the network.
    await expectText(tab, '¿Guardar la nueva nota?')
    network.cut()
    await tab.pressInDialog('Guardar')
    await expectNoText(tab, '¿Guardar la nueva nota?')
  }
})

/** 'alert: …, status: …': the texts of each role in their order. */
function summaryOf({ said, focus }: Heard): Summary {
  const roles = ['alert', 'status'].map((role) => {
    const texts = said.filter((one) => one[0] === role).map(([, text]) => text)
    return texts.length > 0 ? `${role}: ${texts.join(' ')}` : []
  })
  return { said: roles.flat().join(', '), focus }
}

/** Row of the report's table. */
function documented(story: string): Summary {
  const row = REPORT.split('\n').find((line) => line.startsWith(`| ${story} |`))
  const [, , said = '', focus = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
  return { said, focus }
}
