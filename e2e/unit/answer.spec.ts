import { expect, test } from '@playwright/test'
import { failureOf, isAnswer } from '@/lib/api/answer'
import { rememberFeatures } from '@/lib/api/features'
import type { ApiResponse } from '@/lib/api/request'
import { setApiHost } from './api-host'

setApiHost()

const PAGE = '<!DOCTYPE html><h1>Acepta las condiciones</h1>'
const HTML = 'text/html; charset=utf-8'

type Case = { text: string; type?: string; status?: number; redirected?: boolean }

const CASES: Record<string, Case & { bare: boolean; announcing: boolean }> = {
  'a page of HTML': { text: PAGE, type: HTML, bare: false, announcing: false },
  'a page of HTML in capitals': { text: PAGE, type: 'TEXT/HTML', bare: false, announcing: false },
  'a page of XHTML': { text: PAGE, type: 'application/xhtml+xml', bare: false, announcing: false },
  'a page without a type': { text: PAGE, bare: false, announcing: false },
  'a page with an empty type': { text: PAGE, type: ' ', bare: false, announcing: false },
  'a page after white space': { text: `\uFEFF \r\n\t${PAGE}`, type: HTML, bare: false, announcing: false },
  'a fragment of a page': { text: '<', type: HTML, bare: false, announcing: false },
  'a text like a page': { text: PAGE, type: 'text/plain', bare: true, announcing: true },
  'JSON that is a page': { text: PAGE, type: 'application/json', bare: true, announcing: true },
  'a type that begins as HTML': { text: PAGE, type: 'text/html5', bare: true, announcing: true },
  'nothing, typed HTML': { text: '', type: HTML, bare: true, announcing: true },
  'nothing, without a type': { text: '', bare: true, announcing: true },
  'white space alone': { text: ' \n', type: HTML, bare: true, announcing: true },
  'a text, typed HTML': { text: 'OK', type: HTML, bare: true, announcing: true },
  'a text with < in it': { text: 'OK <br>', type: HTML, bare: true, announcing: true },
  'JSON, typed HTML': { text: '{"_id":"<"}', type: HTML, bare: true, announcing: true },
  'JSON without a type': { text: ' {"_id":1}', bare: true, announcing: true },
  'JSON after a redirect': { text: '{"_id":1}', redirected: true, bare: false, announcing: false },
  'nothing after a redirect': { text: '', redirected: true, bare: false, announcing: false },
  'a failure after a redirect': { text: '', status: 404, redirected: true, bare: false, announcing: false },
  'a page of 401': { text: PAGE, type: HTML, status: 401, bare: true, announcing: false },
  'a page of 404': { text: PAGE, type: HTML, status: 404, bare: true, announcing: false },
  'a page of 502': { text: PAGE, type: HTML, status: 502, bare: true, announcing: false },
  'a failure in JSON': { text: '{}', type: HTML, status: 403, bare: true, announcing: true },
}

for (const [name, { bare, announcing, ...response }] of Object.entries(CASES))
  test(`${name} is ${bare ? 'an' : 'no'} answer to a change, and ${announcing ? 'one' : 'none'} of a host that announces its features`, () => {
    announce(false)
    expect(isAnswer(responseOf(response))).toBe(bare)
    announce(true)
    expect(isAnswer(responseOf(response))).toBe(announcing)
  })

test('a list that is read is answered after a redirect too, and a page in its place has no status', () => {
  announce(false)
  const page = responseOf({ text: PAGE, type: HTML })
  expect(failureOf(page)).toMatchObject({ name: 'NotFromHost', status: undefined, message: 'Error 200: OK' })
  expect(failureOf({ ...page, ok: false, status: 401 })).toMatchObject({ name: 'ApiError', status: 401 })
  const refused = responseOf({ text: '{}', status: 401, redirected: true })
  expect(failureOf(refused)).toMatchObject({ name: 'ApiError', status: 401 })
  announce(true)
  expect(failureOf({ ...page, ok: false, status: 401 })).toMatchObject({ isUnauthorized: false })
})

/** Announces features as a list does; a host without any announces an empty list. */
function announce(hasFeatures: boolean): void {
  rememberFeatures(new Headers(hasFeatures ? { 'Notas-Features': '' } : {}))
}

function responseOf({ text, type, status = 200, redirected = false }: Case): ApiResponse {
  const headers = new Headers(type === undefined ? {} : { 'Content-Type': type })
  const ok = status < 300
  return { ok, status, statusText: ok ? 'OK' : '', redirected, text, body: undefined, headers }
}
