import { Mark } from './mark'

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 font-written text-[1.625rem] leading-none font-bold tracking-[-.015em] sm:text-3xl">
      <Mark className="size-8" />
      <span className="centred-capitals">Notas</span>
    </span>
  )
}
