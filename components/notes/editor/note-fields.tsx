import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { takeTypedAhead } from '@/components/shell/shortcuts'
import { isOfComposition } from '@/components/ui/composition'
import { lazyComponent } from '@/components/ui/lazy-component'
import { focusSoon } from '@/components/ui/screen-heading'
import { useHydrated } from '@/components/ui/use-hydrated'
import { mayBeSlowToShow } from '@/lib/domain/may-be-slow'
import { loading } from '@/lib/domain/messages/notes'
import type { NoteText } from '@/lib/domain/note'

const INSET = 'relative px-5 sm:px-14'
const TITLE_AREA = `${INSET} bg-paper pt-3 pb-(--paper-foot) text-paper-ink sm:rounded-t-paper sm:pt-10`
const TITLE_TEXT = 'font-written text-[1.75rem] leading-[1.18] font-bold sm:text-4xl sm:leading-[1.18]'
const BODY_AREA = `${INSET} flex grow flex-col bg-paper-body pt-(--paper-head) pb-24 text-paper-body-ink`
const BODY_TEXT = 'font-written text-[1.1875rem] leading-[1.58] sm:text-xl sm:leading-[1.58]'

const LazyContentPieces = lazyComponent(async () => (await import('./content-pieces')).ContentPieces, {
  isRequired: true,
})

type Props = {
  /** Initial text; later changes are ignored. Undefined disables the fields. */
  note: NoteText | undefined
  takesFocus: boolean
}

export function NoteFields({ note, takesFocus }: Props) {
  const [initial] = useState(note)
  const isHydrated = useHydrated()
  const isInPieces = initial && mayBeSlowToShow(initial.content)

  return (
    <>
      <div className={`${TITLE_AREA} ${TITLE_TEXT}`}>
        <Tick className="before:border-paper-tick">
          <input
            ref={takesFocus ? startWriting : null}
            name="title"
            dir="auto"
            placeholder="Título de la nota"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: a blank note is opened to write in it
            autoFocus={takesFocus && !isHydrated}
            defaultValue={initial?.title}
            disabled={!initial}
            onKeyDown={goToContentOnEnter}
            // Firefox would go on showing the end.
            onBlur={({ currentTarget }) => {
              currentTarget.scrollLeft = 0
            }}
            // A lower line would cut off the accents of capitals.
            className="-my-[.16em] w-full leading-[1.5] text-ellipsis placeholder:text-paper-soft focus:outline-none"
          />
        </Tick>
      </div>
      <div className={`${BODY_AREA} ${BODY_TEXT}`}>
        <Tick className="flex grow before:border-paper-body-tick">
          {isInPieces ? (
            <LazyContentPieces
              content={initial.content}
              Field={ContentField}
              fallback={<input type="hidden" name="content" value={initial.content} />}
            />
          ) : (
            <ContentField defaultValue={initial?.content} disabled={!initial} />
          )}
        </Tick>
      </div>
    </>
  )
}

/** Puts what was typed ahead into the form, and the focus where it ends. */
function startWriting(title: HTMLInputElement | null): (() => void) | undefined {
  if (!title) return
  const [line, rest] = takeTypedAhead().split(/\n(.*)/s)
  if (line) title.value = line
  const content = rest !== undefined && title.form?.querySelector('textarea')
  if (content) content.value = rest
  // Fields that a script fills tell nobody: without it this text would be no draft.
  if (line || content) title.dispatchEvent(new Event('input', { bubbles: true }))
  const { activeElement } = document
  // Somebody writes already: the scripts were late.
  if (activeElement?.matches('input,textarea')) return
  const field = content || title
  if (activeElement === document.body) return focusSoon(field)
  // A dialog has closed, and no screen: nothing has to be heard first.
  field.focus()
}

function ContentField({ label, ...field }: ComponentProps<'textarea'> & { label?: string }) {
  return (
    <textarea
      ref={prepare}
      name="content"
      dir="auto"
      aria-label={label}
      placeholder="Escribe tu contenido aquí..."
      autoComplete="off"
      className="field-sizing-content w-full grow resize-none wrap-anywhere placeholder:text-paper-body-soft focus:outline-none"
      {...field}
    />
  )
}

function prepare(field: HTMLTextAreaElement | null) {
  if (!field) return
  // React writes it after each input, and Ctrl+Z then undoes one letter: https://github.com/facebook/react/issues/8514
  Object.defineProperty(field, 'defaultValue', { configurable: true, set() {} })
  if (!CSS.supports('field-sizing', 'content'))
    import('./fit-content').then((code) => code.fitContent(field), console.warn)
}

export function LoadingNote() {
  return (
    <>
      <div className={`${TITLE_AREA} ${TITLE_TEXT}`}>
        <p role="status">
          <span className="appear-delayed [animation-delay:50ms] font-interface text-base font-normal">
            {loading}
          </span>
        </p>
      </div>
      <div className={BODY_AREA} />
    </>
  )
}

function Tick({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={`before:absolute before:-ml-3.5 before:h-[1lh] before:border-l-3 not-focus-within:before:opacity-0 sm:before:-ml-7 ${className}`}
    >
      {children}
    </div>
  )
}

function goToContentOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return
  event.preventDefault()
  event.currentTarget.form?.querySelector('textarea')?.focus()
}
