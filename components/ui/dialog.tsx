import { type ReactNode, useId } from 'react'
import { Button } from './button'
import { moveFocus } from './move-focus'

type Props = {
  question: string
  detail?: string
  /** Class of a paper, for the edge on top; by default it is of the paper around the dialog, if any. */
  paper?: string
  body?: ReactNode
  isWide?: boolean
  isBusy?: boolean
  onClose: () => void
  /** Buttons. The one marked `data-first-focus` gets the focus, after a moment. */
  children: ReactNode
}

/** Modal dialog that is open while it is rendered, and whose question describes what is focused first. Closing returns the focus. */
export function Dialog({ question, detail, paper = '', body, isWide, isBusy, onClose, children }: Props) {
  const id = useId()

  return (
    <dialog
      ref={openModal}
      lang="es"
      aria-labelledby={id}
      aria-describedby={detail && `${id}-detail`}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onClose()
      }}
      // A second Escape closes it without a `cancel` event.
      onClose={(event) => {
        if (event.currentTarget.open) return
        if (isBusy) event.currentTarget.showModal()
        else onClose()
      }}
      className={`mx-auto mt-auto mb-3 w-[calc(100%-1.5rem)] max-w-none overflow-y-auto rounded-control bg-sheet text-ink modal-shadow enters sm:mb-auto dark:border dark:border-line ${isWide ? 'sm:mt-[6dvh] sm:max-h-[calc(94dvh-0.75rem)] sm:w-[min(56rem,100%-4rem)]' : 'sm:mt-[18dvh] sm:max-h-[calc(82dvh-0.75rem)] sm:w-104'}`}
    >
      <div aria-hidden="true" className={`h-(--paper-edge) bg-paper ${paper}`} />
      <div className="p-5 sm:p-6">
        <h2 id={id} className="text-lg leading-[1.35] font-semibold text-balance">
          {question}
        </h2>
        {detail && (
          <p
            id={`${id}-detail`}
            dir="auto"
            className="line-clamp-3 pt-1 font-written text-lg leading-snug text-balance wrap-anywhere text-soft"
          >
            {detail}
          </p>
        )}
        {body}
        <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2.5 *:last:odd:col-span-full *:focus:outline-2 *:focus:outline-offset-2 *:focus:outline-accent sm:flex sm:justify-end">
          {children}
        </div>
      </div>
    </dialog>
  )
}

function openModal(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  const focused = document.activeElement as HTMLElement
  const first = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? focused
  // Orca in Firefox speaks only the focused element of an opening dialog.
  const question = ['aria-labelledby', 'aria-describedby'].map((name) => dialog.getAttribute(name))
  first.setAttribute('aria-describedby', question.join(' ').trim())
  const stop = moveFocus(first, { preventScroll: false })
  // An Enter that came before the focus.
  first.addEventListener('keydown', ({ isTrusted, ctrlKey, metaKey }) => {
    if (!isTrusted && !ctrlKey && !metaKey) first.click()
  })
  return () => {
    stop()
    dialog.close()
  }
}

type ConfirmProps = Pick<Props, 'question' | 'detail' | 'paper' | 'body' | 'isBusy' | 'onClose'> & {
  action: string
  onConfirm: () => void
}

export function ConfirmDialog({ action, onConfirm, ...dialog }: ConfirmProps) {
  const { isBusy, onClose } = dialog
  return (
    <Dialog {...dialog}>
      <Button variant="bordered" onClick={onClose} disabled={isBusy} data-first-focus>
        Cancelar
      </Button>
      <Button variant="danger" onClick={onConfirm} isBusy={isBusy}>
        {action}
      </Button>
    </Dialog>
  )
}
