import type { ReactNode } from 'react'
import { ErrorStrip } from '@/components/ui/error-strip'

type Props = { name: ReactNode; detail: string; failure: string | null; children: ReactNode }

export function AccountRow({ name, detail, failure, children }: Props) {
  return (
    <li
      tabIndex={-1}
      // The second click of a double click meets the row that has taken the place of the first.
      onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
      className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2"
    >
      <p className="min-w-0 grow basis-48 py-1 leading-snug">
        {name}
        <span className="block text-sm text-soft tabular-nums">{detail}</span>
      </p>
      {children && <span className="-mx-button flex flex-wrap">{children}</span>}
      {failure && (
        <div className="w-full py-1">
          <ErrorStrip message={failure} />
        </div>
      )}
    </li>
  )
}
