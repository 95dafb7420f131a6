import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

type Props = Pick<ComponentProps<typeof TextField>, 'error' | 'isWrong'>

/** A plain text field: browsers rewrite what is typed into one of type email before the rules can see it. */
export function EmailField(props: Props) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
