import { useRouter } from 'next/navigation'
import { BackBar } from '@/components/shell/back-bar'
import { Button } from '@/components/ui/button'

type Props = {
  heading: string
  takesFocus: boolean
  isPastelOnPhones: boolean
  canSave: boolean
}

export function EditorToolbar({ heading, takesFocus, isPastelOnPhones, canSave }: Props) {
  const router = useRouter()
  return (
    <BackBar heading={heading} takesFocus={takesFocus} className={isPastelOnPhones ? 'max-sm:on-pastel' : ''}>
      <div className="ml-auto flex">
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
