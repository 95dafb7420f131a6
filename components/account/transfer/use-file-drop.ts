import { useEffect, useEffectEvent } from 'react'
import { type ChosenFile, filesOfDrop } from '@/lib/transfer/import/chosen-files'

/** Takes files that are dropped anywhere on the page, which the browser would open instead. */
export function useFileDrop(onDrop: (files: Promise<ChosenFile[]>) => void): void {
  const take = useEffectEvent(({ dataTransfer }: DragEvent) => {
    if (dataTransfer?.files.length) onDrop(filesOfDrop(dataTransfer))
  })

  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      take(event)
    }
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
    }
  }, [])
}
