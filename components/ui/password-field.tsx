import type { ComponentProps } from 'react'
import { TextField } from './text-field'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'> & { isNew?: boolean }

export function PasswordField({ isNew = false, ...props }: Props) {
  const autoComplete = isNew ? 'new-password' : 'current-password'
  return <TextField name="password" {...props} type="password" autoComplete={autoComplete} />
}
