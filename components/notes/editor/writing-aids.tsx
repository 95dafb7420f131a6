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

    function onInput() {
      look()
      setHint(element ? hintOf(textIn(element, 'title'), textIn(element, 'content')) : '')
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
          label="Deshacer"
          onPress={() => document.execCommand('undo')}
        >
          <path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8" />
        </AidButton>
        <AidButton
          className="not-pointer-coarse:hidden"
          label="Rehacer"
          onPress={() => document.execCommand('redo')}
        >
          <path d="m13 4 3.5 3.5L13 11m3.5-3.5h-8a4.5 4.5 0 0 0 0 9H12" />
        </AidButton>
        {field?.isConnected && isTicked !== undefined && (
          <AidButton
            label={isTicked ? 'Desmarcar la casilla' : 'Marcar la casilla'}
            aria-keyshortcuts="Control+Space"
            onPress={() => tick(field)}
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

type AidProps = Omit<ComponentProps<'button'>, 'onClick'> & { label: string; onPress: () => void }

function AidButton({ label, onPress, className = '', children, ...props }: AidProps) {
  return (
    <Button
      {...KEEPS_FOCUS}
      {...props}
      aria-label={label}
      onClick={onPress}
      className={`min-w-11 px-0 ${className}`}
    >
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
  const edit = selectionStart === selectionEnd ? editAtEnter(value, selectionStart) : undefined
  if (edit) apply(field, edit)
  return edit !== undefined
}

function tick(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd } = field
  const edit = boxAt(value, selectionStart)
  if (!edit) return false
  apply(field, edit)
  field.setSelectionRange(selectionStart, selectionEnd)
  return true
}

function editTicked(field: HTMLTextAreaElement, kind: 'untickAll' | 'removeTicked'): void {
  const { value, selectionStart, selectionEnd } = field
  const edit = tickedEdits(value, selectionStart)?.[kind]
  if (!edit) return
  apply(field, edit)
  if (kind === 'untickAll') field.setSelectionRange(selectionStart, selectionEnd)
}

/** Applies an edit by the browser's own command, so that Ctrl+Z takes it back. */
function apply(field: HTMLTextAreaElement, { from, to, text }: TextEdit): void {
  field.focus()
  field.setSelectionRange(from, to)
  document.execCommand(text ? 'insertText' : 'delete', false, text)
}

function hintOf(title: string, content: string): string {
  if (!hasAtMost(TITLE_MAX_LENGTH, title)) return messages.longTitle
  if (!hasAtMost(CONTENT_MAX_LENGTH, content)) return messages.longContent
  return `${title}${content}`.includes('\0') ? messages.hasNul : ''
}
