import { chromium } from '@playwright/test'
import { findChromium } from './chromium'
import { BASE, createUser } from './fixtures'
import { startHost } from './servers/host'

const NOTES: [title: string, content: string][] = [
  ['Propósitos', 'Dormir más. Escribir a mano. Menos teléfono.'],
  ['Medidas de la estantería', '184 × 60 × 32 cm. Nogal.'],
  ['Ruta por Asturias', 'Cudillero, Luarca, Taramundi y, si da tiempo, los Oscos enteros.'],
  ['Plantas', 'Riego los martes y los viernes. El helecho, a diario, sin falta.'],
  [
    'Reunión con la comunidad de vecinos',
    'Ascensor, derrama de 240 € y humedades del portal. Llevar el acta.',
  ],
  ['Canción que sonaba en el bar', 'Algo de Vainica Doble, quizá.'],
  ['Otorrinolaringología', 'Cita el 14 a las 9:20, planta 3. Llevar la tarjeta sanitaria.'],
  ['Croquetas de jamón', 'Bechamel: 80 g de mantequilla, 90 g de harina, 1 l de leche.'],
  ['', 'La palabra que buscaba era «sobremesa».'],
  ['Llamar al dentista', 'Antes del jueves.'],
  ['Libros para el club de lectura', 'La forja, Nada, Los santos inocentes y El desierto de los tártaros.'],
  ['Compra del sábado', 'Pan, tomates, yogur, jabón de Marsella, pilas AAA y harina.'],
  ['Tortilla de patatas', '6 huevos, 800 g de patata, una cebolla grande y aceite de oliva.'],
]

/** Takes the README's screenshot of the running application. */
const host = await startHost()
const browser = await chromium.launch(findChromium())
try {
  const user = await createUser(host)
  for (const [title, content] of NOTES) await user.addNote(title, content)
  const page = await browser.newPage({ viewport: { width: 1180, height: 700 }, locale: 'es-ES' })
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto(`${host.origin}${BASE}/notas/`)
  await page.getByText('Tortilla de patatas').waitFor()
  await page.screenshot({ path: '.github/notas.png' })
} finally {
  await browser.close()
  await host.stop()
}
