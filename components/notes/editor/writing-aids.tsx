import { type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { isOfComposition } from '@/components/ui/composition'
import { textIn } from '@/components/ui/form'
import { Icon } from '@/components/ui/icon'
import { boxAt, editAtEnter, type TextEdit } from '@/lib/domain/list-edits'
import * as messages from '@/lib/domain/messages/editor-parts'
import { CONTENT_MAX_LENGTH, hasAtMost, TITLE_MAX_LENGTH } from '@/lib/domain/note-limits'

/** Continues lists, ticks boxes, and says what our host would refuse. */
export function WritingAids({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [field, setField] = useState<HTMLTextAreaElement>()
  const [isTicked, setIsTicked] = useState<boolean>()
  const [hint, setHint] = useState('')

  useEffect(() => {
    const element = form.current
    if (!element) return

    function look() {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLTextAreaElement)) return
      setField(activeElement)
      setIsTicked(boxAt(activeElement.value, activeElement.selectionStart)?.isTicked)
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
      {field?.isConnected && isTicked !== undefined && (
        <Button
          variant="quiet"
          className="min-w-11 px-0"
          aria-label={isTicked ? 'Desmarcar la casilla' : 'Marcar la casilla'}
          aria-keyshortcuts="Control+Space"
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tick(field)}
        >
          <Icon>
            <path d="M3.5 3.5h13v13h-13Z" />
            {!isTicked && <path d="m6.5 10 2.6 2.6 4.6-5.4" />}
          </Icon>
        </Button>
      )}
      <p role="status" className="order-last w-full px-3.5 text-control leading-snug sm:px-14">
        {hint}
      </p>
    </>
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
