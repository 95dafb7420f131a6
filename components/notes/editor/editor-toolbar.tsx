import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { BackBar } from '@/components/shell/back-bar'
import { Button } from '@/components/ui/button'

type Props = {
  heading: string
  takesFocus: boolean
  isPastelOnPhones: boolean
  canSave: boolean
  children: ReactNode
}

export function EditorToolbar({ heading, takesFocus, isPastelOnPhones, canSave, children }: Props) {
  const router = useRouter()
  return (
    <BackBar heading={heading} takesFocus={takesFocus} className={isPastelOnPhones ? 'max-sm:on-pastel' : ''}>
      {children}
      <div className="flex">
        <Button variant="quiet" onClick={() => router.push('/notas')}>
          Cancelar
        </Button>
        <Button type="submit" variant="solid" disabled={!canSave} aria-keyshortcuts="Control+Enter">
          Guardar
        </Button>
      </div>
    </BackBar>
  )
}
