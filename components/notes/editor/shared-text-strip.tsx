import { useState } from 'react'
import { tellStatuses } from '@/components/shell/tell-statuses'
import { buttonClass } from '@/components/ui/button'
import { ScreenLink } from '@/components/ui/screen-link'
import { useFragment } from '@/components/ui/use-fragment'
import * as messages from '@/lib/domain/messages/shell'
import { NOT_KEPT, TOO_LONG, TOO_MANY } from '@/lib/domain/share-refusals'
import { useRead } from '@/lib/notes/use-read'
import type { Draft } from '@/lib/offline/record'
import { useLiveToken } from '@/lib/session/use-session'
import { discardSharedText, type SharedText, sharedTexts, takeSharedText } from '@/lib/shared-texts/offer'
import { EditorStrip } from './editor-strip'
import { Beginning, OfferStrip } from './offer-strip'

const REFUSALS = new Map([
  [TOO_LONG, messages.sharedTooLong],
  [TOO_MANY, messages.sharedTooMany],
  [NOT_KEPT, messages.sharedNotKept],
])
const REFUSAL = new RegExp([...REFUSALS.keys()].join('|'))

// Before the first key statuses tell themselves, and Orca leaves out what comes while a page is new.
tellStatuses()

/** Offers one shared text after the other, and says what was refused. */
export function SharedTextStrip({ onUse }: { onUse: (draft: Draft) => void }) {
  const token = useLiveToken()
  const [refusal, setRefusal] = useState<string>()
  useFragment(REFUSAL, (fragment) => setRefusal(REFUSALS.get(`#${fragment}`)))
  const { data: waiting = [], mutate } = useRead(sharedTexts, [token])
  const [shared, ...others] = waiting

  function end(work: Promise<unknown>) {
    void mutate(others, false)
    work.catch(console.warn)
  }

  return (
    <>
      {refusal && <EditorStrip sentence={refusal} />}
      {shared && !token && (
        <EditorStrip sentence={messages.sharedWaits}>
          <ScreenLink href="/" lang="en" className={`${buttonClass({ variant: 'quiet' })} text-accent`}>
            Log in
          </ScreenLink>
        </EditorStrip>
      )}
      {shared && token && (
        <OfferStrip
          key={shared.url}
          sentence={<SharedSentence shared={shared} />}
          action="Usar"
          onAccept={() => end(takeSharedText(shared).then((draft) => draft && onUse(draft)))}
          onDiscard={() => end(discardSharedText(shared))}
        />
      )}
    </>
  )
}

function SharedSentence({ shared: { text, isOwn } }: { shared: SharedText }) {
  if (!isOwn) return `${messages.textShared}.`
  return (
    <>
      {messages.textShared}: <Beginning text={text} />
    </>
  )
}
