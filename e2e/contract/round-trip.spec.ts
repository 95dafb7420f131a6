import { createUser, listNotes } from '../support/api-client'
import { expect, reaches, test } from '../support/import-fixtures'
import { seeded } from '../support/random'
import type { Fault } from '../support/servers/faulty-proxy'
import { compareLists } from '../support/transfer/compare-lists'
import { exportOf, textsIn } from '../support/transfer/exported'
import { oddNotes } from '../support/transfer/odd-notes'

/** Most concurrent calls of an import. */
const MAX_IN_FLIGHT = 32

const HOSTS: Record<string, Fault | undefined> = {
  'our host': undefined,
  'a host that answers writes with nothing': 'respond with nothing',
}

for (const [name, fault] of Object.entries(HOSTS)) {
  test(`an export, imported anew, is exported as the same notes by ${name}`, async ({ host, user, tab }) => {
    tab.proxy.fault = ({ method }) => (method === 'POST' ? fault : undefined)
    const notes = oddNotes(200, seeded(1492))
    expect(await reaches(tab.importNotes(notes), 'finished')).toMatchObject({ imported: 200, failed: [] })
    const exported = await listNotes(host, user)
    const texts = await textsIn(exportOf(exported))
    expect(texts).toEqual(exported.map(({ title, content }) => ({ title, content })))
    expect(compareLists(notes, texts)).toMatchObject({ missing: 0, added: 0 })

    const other = await createUser(host)
    Object.assign(tab.session, { token: other.token, user: other.email })
    expect(await reaches(tab.importNotes(texts), 'finished')).toMatchObject({ imported: 200, failed: [] })
    const again = await textsIn(exportOf(await listNotes(host, other)))
    const { missing, added, furthest } = compareLists(texts, again)
    expect({ missing, added }).toEqual({ missing: 0, added: 0 })
    expect(furthest).toBeLessThanOrEqual(MAX_IN_FLIGHT)
  })
}
