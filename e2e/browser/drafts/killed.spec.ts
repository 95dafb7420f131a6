import { edit, open, save, signIn } from '../../support/actions'
import { createProfile, type Profile } from '../../support/browser-profile'
import { content, draftBanner, expectDrafts, recover } from '../../support/drafts'
import { test as base, expect } from '../../support/fixtures'

const test = base.extend<{ profile: Profile }>({
  profile: async ({ host, launchOptions }, use) => {
    const profile = createProfile({ ...launchOptions, baseURL: host.origin })
    await use(profile)
    await profile.remove()
  },
})

test('a draft survives a killed browser', async ({ profile, user }) => {
  await user.addNote('Plantas', 'Riego')
  const page = await (await profile.start()).newPage()
  await signIn(page, user)
  await edit(page, 'Plantas', { content: 'Riego los martes.' })
  await expectDrafts(page, ['Riego los martes.'])
  await profile.kill()

  const next = await (await profile.start()).newPage()
  await signIn(next, user)
  await next.getByRole('link', { name: 'Abrir borrador: Plantas' }).click()
  await expect(draftBanner(next)).toBeVisible()
  await expect(content(next)).toHaveValue('Riego')
  await recover(next, 'Riego los martes.')
  await save(next)
  await expect(next.getByRole('article')).toContainText('Riego los martes.')
  await open(next, '/notas')
  await expect(next.getByRole('article')).toContainText('Riego los martes.')
  await expect(next.getByRole('link', { name: /^Abrir borrador/ })).toHaveCount(0)
})
