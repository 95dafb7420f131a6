import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

type Props = Pick<ComponentProps<typeof TextField>, 'error' | 'isWrong' | 'defaultValue'> & {
  isFirst?: boolean
}

/** Text field without `type="email"`, whose value browsers rewrite before the rules see it. */
export function EmailField({ isFirst, ...props }: Props) {
  return (
    <TextField
      {...props}
      data-first-focus={isFirst || undefined}
      label="Email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
