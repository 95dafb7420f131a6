import { expect, test } from '@playwright/test'
import { clientName } from '@/server/auth/client-name'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

const NAMES: [name: string, userAgent: string | undefined][] = [
  ['Firefox en Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome en Windows', `${WINDOWS} Chrome/139.0.0.0 Safari/537.36`],
  ['Microsoft Edge en Windows', `${WINDOWS} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`],
  [
    'Safari en macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  ],
  ['Safari en iOS', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Firefox en iOS', `${IPHONE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`],
  ['Chrome en Android', `${ANDROID} Chrome/139.0.0.0 Mobile Safari/537.36`],
  ['Samsung Internet en Android', `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Navegador desconocido en Linux', 'Notas/1 (X11; Linux x86_64)'],
  ['', 'curl/8.5.0'],
  ['', 'Visita http://evil.example <b>ya</b>/1 (x) y'],
  ['', '-'],
  ['', ''],
  ['', undefined],
  ['', `${'x'.repeat(512)} Firefox/140.0 Linux`],
]

test('a client is named by its browser and system', () => {
  for (const [name, userAgent] of NAMES) expect(clientName(userAgent), userAgent?.slice(0, 120)).toBe(name)
})
