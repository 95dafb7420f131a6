'use client'

import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type ChosenFile, filesOfDrop } from '@/lib/transfer/chosen-files'

/** Takes files that are dropped anywhere on the page. */
export function FileDrop({
  onDrop,
  children,
}: {
  onDrop: (files: ChosenFile[]) => void
  children: ReactNode
}) {
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer?.files.length) filesOfDrop(event.dataTransfer).then(onDrop, console.error)
  })

  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault()
    const onEvent = (event: DragEvent) => drop(event)
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', onEvent)
    return () => {
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', onEvent)
    }
  }, [])

  return children
}
