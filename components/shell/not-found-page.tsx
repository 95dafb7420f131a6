import { paperClass } from '@/components/brand/paper'
import { Wordmark } from '@/components/brand/wordmark'
import { buttonClass } from '@/components/ui/button'
import { Header } from '@/components/ui/header'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'
import { colorAt } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/shell'

/** Position of each strip: x and y of its foot, rotation in degrees, length. */
const FALLEN = [
  [12, 78, -4, 72],
  [28, 78, 3, 72],
  [44, 52, -28, 28],
  [54, 70, -22, 28],
  [62, 80, 58, 26],
  [84, 78, -10, 28],
  [102, 78, 8, 70],
  [112, 78, 24, 72],
] as const

export function NotFoundPage() {
  return (
    <>
      <Header>
        <Wordmark />
      </Header>
      <main className="grid justify-items-center gap-6 px-4 pt-[33dvh] text-center">
        <FallenMark />
        <ScreenHeading title="Página no encontrada · Notas" className="text-lg font-medium">
          {messages.noSuchPage}
        </ScreenHeading>
        <ScreenLink href="/notas" className={buttonClass({ variant: 'bordered' })}>
          Volver a Notas
        </ScreenLink>
      </main>
    </>
  )
}

function FallenMark() {
  return (
    <svg viewBox="0 0 156 84" aria-hidden="true" className="h-[84px] w-[156px]">
      {FALLEN.map(([x, y, lean, length], position) => (
        <rect
          key={x}
          x={x}
          y={y - length}
          width={10}
          height={length}
          transform={`rotate(${lean} ${x + 5} ${y})`}
          className={`${paperClass(colorAt(position))} fill-paper stroke-paper-border dark:stroke-none`}
        />
      ))}
    </svg>
  )
}
