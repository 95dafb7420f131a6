import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorStrip } from '@/components/ui/error-strip'
import { StatusStrip } from '@/components/ui/status-strip'
import { PasswordField } from '@/components/ui/text-field'
import { useForm } from '@/components/ui/use-form'
import { useHydrated } from '@/components/ui/use-hydrated'
import { changePassword } from '@/lib/auth/account'
import { passwordErrors } from '@/lib/domain/credentials'
import * as messages from '@/lib/domain/messages/account'
import { AccountSection } from './account-section'
import { useAccountCall } from './use-account-call'
import { UsernameField } from './username-field'

type Passwords = Parameters<typeof changePassword>[0]

export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const isHydrated = useHydrated()
  const call = useAccountCall()
  const { isBusy, failure, run } = call
  const [message, setMessage] = useState<string | null>(null)
  const { errors, showErrors, submit } = useForm<Passwords>(call, {
    read: (textOf) => ({ currentPassword: textOf('currentPassword'), newPassword: textOf('newPassword') }),
    // An account without a password has none to type. The host alone knows.
    validate: (passwords) => (passwords.currentPassword ? errorsOf(passwords) : {}),
    send: (passwords, form) =>
      run(
        () => changePassword(passwords),
        (sentence) => {
          if (sentence === null) return void showErrors(form, errorsOf(passwords))
          setMessage(sentence)
          form.reset()
          onChanged()
        },
      ),
  })

  function submitAgain(event: FormEvent<HTMLFormElement>) {
    setMessage(null)
    return submit(event)
  }

  return (
    <AccountSection heading="Contraseña" sentence={messages.password}>
      <form noValidate method="post" onSubmit={submitAgain} className="grid gap-4 sm:max-w-108">
        <UsernameField />
        <PasswordField label="Contraseña actual" name="currentPassword" error={errors.currentPassword} />
        <PasswordField label="Nueva contraseña" name="newPassword" isNew error={errors.newPassword} />
        {failure && <ErrorStrip message={failure} />}
        <div>
          <StatusStrip message={message} className="*:mb-4" />
          <Button type="submit" variant="bordered" isBusy={isBusy} disabled={!isHydrated}>
            Cambiar contraseña
          </Button>
        </div>
      </form>
    </AccountSection>
  )
}

function errorsOf({ currentPassword, newPassword }: Passwords) {
  const { password: tooShort } = passwordErrors(newPassword)
  return {
    ...(!currentPassword && { currentPassword: messages.passwordRequired }),
    ...(tooShort && { newPassword: tooShort }),
  }
}
