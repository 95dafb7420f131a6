import { grouped } from '@/lib/domain/grouped'
import * as messages from '@/lib/domain/messages/transfer'

const MAX_SHOWN = 200

type Props = { heading: string; problems: { name: string; reason: string }[]; hint?: string }

/** Row of a survey or a result that opens to what it counts. */
export function ProblemList({ heading, problems, hint }: Props) {
  if (problems.length === 0) return null
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2">
        <span className="underline underline-offset-4">{heading}</span>
        <span className="tabular-nums">{grouped(problems.length)}</span>
      </summary>
      {hint && <p className="pb-2 text-sm leading-snug text-soft">{hint}</p>}
      <ul className="pb-3 text-sm leading-snug wrap-anywhere">
        {problems.slice(0, MAX_SHOWN).map(({ name, reason }, position) => (
          <li key={position} className="py-1.5">
            <bdi className="font-written">{name}</bdi> <span className="text-soft">{reason}</span>
          </li>
        ))}
        {problems.length > MAX_SHOWN && (
          <li className="py-1.5">{messages.more(problems.length - MAX_SHOWN)}</li>
        )}
      </ul>
    </details>
  )
}
