import type { ComponentProps } from 'react'
import { TextField } from '@/components/ui/text-field'

type Props = Pick<ComponentProps<typeof TextField>, 'error' | 'isWrong' | 'defaultValue'> & {
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean
}

/** A plain text field: browsers rewrite what is typed into one of type email before the rules can see it. */
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
