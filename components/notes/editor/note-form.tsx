'use client'

import { usePathname, useRouter } from 'next/navigation'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { paperClass } from '@/components/brand/paper'
import { BackBar } from '@/components/shell/back-bar'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useOnline } from '@/components/ui/use-online'
import type { CardColor } from '@/lib/domain/card-colors'
import * as messages from '@/lib/domain/messages/editor'
import { BLANK, isSameText, type LoadedNote, noteIdAt } from '@/lib/domain/note'
import { visibleTitle } from '@/lib/domain/title'
import { createNoteForm } from '@/lib/notes/form'
import { isWaiting } from '@/lib/offline/record'
import { EditorStrip } from './editor-strip'
import { NoteActions, readText } from './note-actions'
import { LoadingNote, NoteFields } from './note-fields'
import { becomeNote } from './open-note'
import { PrintedNote } from './printed-note'
import type { SaveResult } from './save-flow'
import { usePlace } from './use-place'

const loadSaveFlow = () => import('./save-flow')

const LazySaveFlow = lazyComponent(async () => (await loadSaveFlow()).SaveFlow)

const LazyFoundDraftStrip = lazyComponent(async () => (await import('./offer-strip')).FoundDraftStrip)

const LazySharedTexts = lazyComponent(async () => (await import('./shared-texts')).SharedTexts)

const LazyWritingAids = lazyComponent(async () => (await import('./writing-aids')).WritingAids)

const NO_AUTOSAVE = { failed: messages.draftsNotSaved, 'signed-out': messages.signedOut }

type Props = {
  id: string | null
  color?: CardColor
  isCut?: boolean
  note: LoadedNote | undefined
  isLoading?: boolean
}

export function NoteForm({ id: openedId, color, isCut, note, isLoading = false }: Props) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const fields = useRef<HTMLFormElement>(null)
  const [form] = useState(() => createNoteForm(openedId, note, becomeNote, saveInConflict))
  const { state, offered, autosaveStatus, saving } = useSyncExternalStore(form.open, form.get, form.get)
  const { start, origin, chain, saved } = state
  const [isCodeMissing, setIsCodeMissing] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  usePlace(openedId, fields, start !== undefined && !isLoading)
  const isOnline = useOnline()
  const isNew = state.noteId === null
  const times = start?.times ?? 0

  useEffect(() => {
    if (note) form.load(note)
  }, [form, note])

  function onInput(event: FormEvent<HTMLFormElement>) {
    form.autosave.change(readText(event.currentTarget))
    setIsChanged(true)
    setIsWriting(true)
    LazySaveFlow.preload().catch(() => {}) // reported when Guardar is pressed
  }

  function onFocus({ target }: FocusEvent) {
    if (target.matches('textarea')) setIsWriting(true)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsCodeMissing(false)
    setIsChanged(false)
    press()
  }

  function press() {
    if (fields.current) form.send({ is: 'asked', text: readText(fields.current) })
  }

  function saveInConflict() {
    loadSaveFlow().then(({ saveForm }) => {
      // Takes over what was typed while this code was late.
      press()
      return fields.current && saveForm(form, endSave)
    }, endWithoutCode)
  }

  const endWithoutCode = () => endSave('code-missing')

  function endSave(result: SaveResult) {
    if (result === 'saved') return leave()
    form.show({ saving: undefined })
    setIsCodeMissing(result === 'code-missing')
    form.send({ is: 'closed', merged: typeof result === 'string' ? undefined : result })
  }

  /** Something may have been typed or recovered since. */
  function isSaved() {
    return saved && !isChanged && fields.current && isSameText(readText(fields.current), saved)
  }

  function leave() {
    void form.autosave.clear()
    // Unmounted: the user has gone Back meanwhile, and stays there.
    if (fields.current) router.push('/notas')
  }

  return (
    <main
      className={`${paperClass(color ?? 'white')} flex min-h-dvh flex-col bg-paper-body sm:bg-paper-desk`}
    >
      <form
        ref={fields}
        noValidate
        method="post"
        // A browser would restore text for any user. For a textarea Chromium reads only the form's attribute.
        autoComplete="off"
        onSubmit={submit}
        onInput={onInput}
        onFocus={onFocus}
        className="mx-auto flex w-full grow flex-col sm:w-[min(48rem,100%-4rem)] print:hidden"
      >
        <BackBar
          heading={isNew ? 'Nueva Nota' : 'Editar Nota'}
          title={(origin && visibleTitle(origin.latest)) || undefined}
          takesFocus={openedId !== null}
          className={color && 'max-sm:on-pastel'}
        >
          {isWriting && <LazyWritingAids key={start?.times} form={fields} />}
          <div className="flex flex-wrap justify-end">
            {/* Above the next button, which would hide its focus. */}
            <Button variant="quiet" onClick={() => router.push('/notas')} className="relative">
              Cancelar
            </Button>
            <Button
              type="submit"
              variant="solid"
              disabled={!isHydrated || !start}
              aria-keyshortcuts="Control+Enter Control+S"
            >
              Guardar
            </Button>
          </div>
        </BackBar>
        <div role="status">
          {isNew && <LazySharedTexts onUse={form.recover} />}
          {offered && (
            <LazyFoundDraftStrip
              key={offered.id}
              draft={offered}
              onAccept={() => form.recover(offered)}
              onDiscard={() => form.dismiss(offered)}
            />
          )}
          {autosaveStatus !== 'saved' && <EditorStrip sentence={NO_AUTOSAVE[autosaveStatus]} />}
          {chain && isWaiting(chain) && !isOnline && <EditorStrip sentence={messages.savedLater} />}
          {isSaved() && <EditorStrip sentence={messages.saved} />}
          {isCodeMissing && <EditorStrip sentence={messages.saveNotLoaded} />}
        </div>
        <div className="relative flex grow flex-col sm:rounded-t-paper sm:border-x sm:border-t sm:border-paper-border sm:sheet-shadow sm:dark:border-transparent">
          {isLoading ? (
            <LoadingNote />
          ) : (
            <NoteFields key={times} note={start?.text} takesFocus={openedId === null || times > 1} />
          )}
          {isCut && note && (
            <svg
              aria-hidden="true"
              viewBox="0 0 34 34"
              className="absolute top-0 right-0 size-8.5 max-sm:hidden"
            >
              <path d="M0 0l34 34" className="stroke-paper-fold" />
            </svg>
          )}
          {origin && state.noteId !== null && (
            <NoteActions
              form={fields}
              note={{ noteId: state.noteId, origin, autosave: form.autosave }}
              hasVersions={note?.hasVersions}
              onRecover={form.recover}
            />
          )}
        </div>
      </form>
      {state.is === 'saving' && (
        <LazySaveFlow
          form={form}
          state={state}
          saving={saving}
          onSave={press}
          onEnd={endSave}
          onLoadError={endWithoutCode}
        />
      )}
      <PrintedNote form={fields} />
    </main>
  )
}

/** Form of a new note: another one when the path leads from the note that it has become to a new note. */
export function NewNoteForm() {
  const isNote = noteIdAt(usePathname()) !== null
  const [form, setForm] = useState({ isNote, key: 0 })
  if (form.isNote !== isNote) setForm({ isNote, key: form.key + Number(!isNote) })
  return <NoteForm key={form.key} id={null} note={BLANK} />
}
