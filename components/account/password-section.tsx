import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { focusFirst, textIn } from '@/components/ui/form'
import { StatusStrip } from '@/components/ui/status-strip'
import { PasswordField } from '@/components/ui/text-field'
import { changePassword } from '@/lib/auth/account'
import type { FieldErrors } from '@/lib/domain/credentials'
import { passwordErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/account'
import { AccountSection } from './account-section'
import { useAccountCall } from './use-account-call'
import { UsernameField } from './username-field'

type Errors = FieldErrors<Parameters<typeof changePassword>[0]>

export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { isBusy, failure, run } = useAccountCall()
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const currentPassword = textIn(form, 'currentPassword')
    const newPassword = textIn(form, 'newPassword')
    const { password: tooShort } = passwordErrors(newPassword)
    const wrong: Errors = {
      ...(!currentPassword && { currentPassword: messages.passwordRequired }),
      ...(tooShort && { newPassword: tooShort }),
    }

    function showErrors() {
      setErrors(wrong)
      focusFirst(form, Object.keys(wrong))
    }

    setErrors({})
    setMessage(null)
    // An account without a password has none to type. The host alone knows.
    if (currentPassword && tooShort) return showErrors()
    await run(
      () => changePassword({ currentPassword, newPassword }),
      (sentence) => {
        if (sentence === null) return showErrors()
        setMessage(sentence)
        form.reset()
        onChanged()
      },
    )
  }

  return (
    <AccountSection heading="Contraseña" sentence={messages.password}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4 sm:max-w-108">
        <UsernameField />
        <PasswordField label="Contraseña actual" name="currentPassword" error={errors.currentPassword} />
        <PasswordField label="Nueva contraseña" name="newPassword" isNew error={errors.newPassword} />
        {failure && <ErrorStrip message={failure} />}
        <div>
          <StatusStrip message={message} className="*:mb-4" />
          <Button type="submit" variant="bordered" isBusy={isBusy}>
            Cambiar contraseña
          </Button>
        </div>
      </form>
    </AccountSection>
  )
}
