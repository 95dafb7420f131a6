import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

type Props = Pick<ComponentProps<typeof TextField>, 'error' | 'isWrong' | 'defaultValue'>

/** Text field without `type="email"`, whose value browsers rewrite before the rules see it. */
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
