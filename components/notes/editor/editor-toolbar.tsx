'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { BackIcon } from '@/components/ui/icons/back-icon'
import { ScreenHeading } from '@/components/ui/screen-heading'
import { ScreenLink } from '@/components/ui/screen-link'

type Props = {
  heading: string
  takesFocus: boolean
  isPastelOnPhones: boolean
  canSave: boolean
}

export function EditorToolbar({ heading, takesFocus, isPastelOnPhones, canSave }: Props) {
  const router = useRouter()
  return (
    <header
      className={`sticky top-0 z-10 flex flex-wrap items-center bg-paper py-2 pr-3 pl-1.5 text-ink sm:bg-paper-desk sm:px-0 sm:pt-5 sm:pb-3.5 ${isPastelOnPhones ? 'max-sm:on-pastel' : ''}`}
    >
      <ScreenLink
        href="/notas"
        aria-label="Volver"
        className="grid size-11 place-items-center rounded-control hover:bg-quiet sm:-ml-3 sm:mr-6"
      >
        <BackIcon />
      </ScreenLink>
      <ScreenHeading
        title={`${heading} · Notas`}
        takesFocus={takesFocus}
        className="mr-auto pl-1 font-semibold sm:pl-0 sm:text-field"
      >
        {heading}
      </ScreenHeading>
      <div className="ml-auto flex">
        <Button variant="quiet" onClick={() => router.push('/notas')}>
          Cancelar
        </Button>
        <Button type="submit" variant="solid" disabled={!canSave}>
          Guardar
        </Button>
      </div>
    </header>
  )
}
