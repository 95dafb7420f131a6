import { type ComponentProps, type ReactNode, useId } from 'react'
import { WarningIcon } from './error-strip'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string
  isWrong?: boolean
  aside?: ReactNode
}

export function TextField({ label, error, isWrong = error !== undefined, aside, ...input }: Props) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <label htmlFor={id} className="mb-1.5 text-sm font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        // For Firefox an empty field with `required` is wrong, and so is its form.
        aria-required
        aria-invalid={isWrong || undefined}
        aria-describedby={error && `${id}-error`}
        className="order-1 h-12 w-full rounded-control border border-edge bg-transparent px-3.5 text-field focus:border-accent focus:outline-1 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-wrong aria-invalid:[box-shadow:inset_0_0_0_1px_var(--wrong)] aria-invalid:focus:outline-2 aria-invalid:focus:outline-offset-2"
      />
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          lang="es"
          className="order-1 mt-2 flex w-full gap-2 text-sm text-wrong"
        >
          <WarningIcon />
          {error}
        </p>
      )}
      {aside}
    </div>
  )
}

type PasswordProps = Omit<Props, 'type' | 'autoComplete'> & { isNew?: boolean }

export function PasswordField({ isNew = false, ...props }: PasswordProps) {
  const autoComplete = isNew ? 'new-password' : 'current-password'
  return <TextField name="password" {...props} type="password" autoComplete={autoComplete} />
}

/** Text field without `type="email"`, whose value browsers rewrite before the rules see it. */
export function EmailField(props: Pick<Props, 'error' | 'isWrong' | 'defaultValue'>) {
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
