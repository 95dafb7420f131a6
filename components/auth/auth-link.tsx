import { ScreenLink } from '@/components/ui/screen-link'

type Props = { href: string; children: string }

export function AuthLink({ href, children }: Props) {
  return (
    <ScreenLink
      href={href}
      className="inline-flex min-h-11 items-center px-2 font-semibold text-accent underline underline-offset-4"
    >
      {children}
    </ScreenLink>
  )
}
