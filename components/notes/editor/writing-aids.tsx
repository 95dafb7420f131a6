import { type ComponentProps, type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { isOfComposition } from '@/components/ui/composition'
import { textIn } from '@/components/ui/form'
import { Icon } from '@/components/ui/icon'
import { boxAt, editAtEnter, type TextEdit, tickedEdits } from '@/lib/domain/list-edits'
import * as messages from '@/lib/domain/messages/editor-parts'
import { CONTENT_MAX_LENGTH, hasAtMost, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'

/** Continues lists, ticks boxes, and says what our host would refuse. */
export function WritingAids({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [field, setField] = useState<HTMLTextAreaElement>()
  const [isTicked, setIsTicked] = useState<boolean>()
  const [hasTicked, setHasTicked] = useState(false)
  const [hint, setHint] = useState('')

  useEffect(() => {
    const element = form.current
    if (!element) return

    function look() {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLTextAreaElement)) return
      setField(activeElement)
      const { value, selectionStart } = activeElement
      setIsTicked(boxAt(value, selectionStart)?.isTicked)
      setHasTicked(tickedEdits(value, selectionStart) !== undefined)
    }

    const onInput = () => {
      look()
      setHint(hintOf(textIn(element, 'title'), textIn(element, 'content')))
    }

    onInput()
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('input', onInput)
    document.addEventListener('selectionchange', look)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('input', onInput)
      document.removeEventListener('selectionchange', look)
    }
  }, [form])

  return (
    <>
      <div className="flex flex-wrap items-center max-sm:order-last max-sm:w-full">
        <AidButton
          className="not-pointer-coarse:hidden"
          aria-label="Deshacer"
          onClick={() => document.execCommand('undo')}
        >
          <path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8" />
        </AidButton>
        <AidButton
          className="not-pointer-coarse:hidden"
          aria-label="Rehacer"
          onClick={() => document.execCommand('redo')}
        >
          <path d="m13 4 3.5 3.5L13 11m3.5-3.5h-8a4.5 4.5 0 0 0 0 9H12" />
        </AidButton>
        {field?.isConnected && isTicked !== undefined && (
          <AidButton
            aria-label={isTicked ? 'Desmarcar la casilla' : 'Marcar la casilla'}
            aria-keyshortcuts="Control+Space"
            onClick={() => tick(field)}
          >
            <path d="M3.5 3.5h13v13h-13Z" />
            {!isTicked && <path d="m6.5 10 2.6 2.6 4.6-5.4" />}
          </AidButton>
        )}
        {field?.isConnected && hasTicked && (
          <>
            <Button {...KEEPS_FOCUS} className="px-1.5" onClick={() => editTicked(field, 'untickAll')}>
              Desmarcar<span className="max-sm:sr-only"> todo</span>
            </Button>
            <Button {...KEEPS_FOCUS} className="px-1.5" onClick={() => editTicked(field, 'removeTicked')}>
              Quitar<span className="max-sm:sr-only"> lo marcado</span>
            </Button>
          </>
        )}
      </div>
      <p role="status" className="order-last w-full px-3.5 text-control leading-snug sm:px-14">
        {hint}
      </p>
    </>
  )
}

const KEEPS_FOCUS = {
  variant: 'quiet',
  // The field keeps the focus, and a phone its keyboard.
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
} as const

function AidButton({ className = '', children, ...props }: ComponentProps<'button'>) {
  return (
    <Button {...KEEPS_FOCUS} {...props} className={`min-w-11 px-0 ${className}`}>
      <Icon>{children}</Icon>
    </Button>
  )
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, key, ctrlKey, shiftKey, altKey, metaKey } = event
  if (!(target instanceof HTMLTextAreaElement) || isOfComposition(event) || shiftKey || altKey || metaKey)
    return
  if (ctrlKey ? key === ' ' && tick(target) : key === 'Enter' && continueList(target)) event.preventDefault()
}

function continueList(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = field
  return selectionStart === selectionEnd && apply(field, editAtEnter(value, selectionStart))
}

function tick(field: HTMLTextAreaElement): boolean {
  return apply(field, boxAt(field.value, field.selectionStart), true)
}

function editTicked(field: HTMLTextAreaElement, kind: 'untickAll' | 'removeTicked'): void {
  apply(field, tickedEdits(field.value, field.selectionStart)?.[kind], kind === 'untickAll')
}

/** Applies an edit by the browser's own command, so that Ctrl+Z takes it back. Returns whether there was one. */
function apply(field: HTMLTextAreaElement, edit: TextEdit | undefined, keepsCaret = false): boolean {
  if (!edit) return false
  const { selectionStart, selectionEnd } = field
  field.focus()
  field.setSelectionRange(edit.from, edit.to)
  document.execCommand(edit.text ? 'insertText' : 'delete', false, edit.text)
  if (keepsCaret) field.setSelectionRange(selectionStart, selectionEnd)
  return true
}

function hintOf(title: string, content: string): string {
  if (!hasAtMost(TITLE_MAX_LENGTH, title)) return messages.longTitle
  if (!hasAtMost(CONTENT_MAX_LENGTH, content)) return messages.longContent
  return `${title}${content}`.includes('\0') ? messages.hasNul : ''
}
