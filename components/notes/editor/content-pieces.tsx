import { type ComponentType, useState } from 'react'
import { Button } from '@/components/ui/button'
import { shownInPieces } from '@/lib/domain/messages/editor-parts'
import { isSlowToShow, takePieces } from '@/lib/domain/text-pieces'

const BATCH_SIZE = 10

type Props = {
  content: string
  Field: ComponentType<{ label?: string; defaultValue: string; autoFocus?: boolean }>
}

/** Content field; several if one would be slow to lay out. The form joins them and the rest, which is hidden. */
export function ContentPieces({ content, Field }: Props) {
  const [shown, setShown] = useState(() => (isSlowToShow(content) ? takePieces(BATCH_SIZE, content) : null))
  if (!shown) return <Field defaultValue={content} />

  const { pieces, rest } = shown

  function showMore() {
    const more = takePieces(BATCH_SIZE, rest)
    setShown({ pieces: [...pieces, ...more.pieces], rest: more.rest })
  }

  return (
    <div className="w-full">
      <p className="mb-4 font-interface text-control leading-snug">{shownInPieces}</p>
      {pieces.map((piece, index) => (
        <div key={index} className="flex border-t border-paper-fold py-2">
          <Field
            label={`Contenido, parte ${index + 1}`}
            defaultValue={piece}
            // The button that has shown it may be gone.
            autoFocus={index > 0 && index % BATCH_SIZE === 0}
          />
        </div>
      ))}
      {rest && (
        <>
          <input type="hidden" name="content" value={rest} />
          <Button variant="bordered" className="font-interface" onClick={showMore}>
            Mostrar más
          </Button>
        </>
      )}
    </div>
  )
}
