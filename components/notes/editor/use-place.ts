import { type RefObject, useLayoutEffect } from 'react'
import { findPlace, storePlace } from '@/lib/session/places'
import { getUser } from '@/lib/session/token'

/** Opens a note where its user left it in this browser, without the focus: that is the heading's. */
export function usePlace(noteId: string | null, form: RefObject<HTMLFormElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    const element = form.current
    if (noteId === null || !isShown || !element) return
    const user = getUser()
    const field = () => element.querySelector('textarea')
    const text = field()
    const place = findPlace(noteId)
    if (place) {
      // In a text that was changed elsewhere the caret would stand in another word.
      if (text?.value.length === place.length) text.setSelectionRange(place.caret, place.caret)
      scrollTo(0, place.top)
    }
    const reached = scrollY
    // Without `field-sizing` the text gets its height later. The user may have scrolled by then.
    const scrollOn = () => {
      if (place && scrollY === reached) scrollTo(0, place.top)
    }
    text?.addEventListener('fitted', scrollOn, { once: true })
    const store = () => {
      const { selectionStart: caret = 0, value = '' } = field() ?? {}
      storePlace(user, { noteId, caret, length: value.length, top: scrollY })
    }
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('pagehide', store)
      text?.removeEventListener('fitted', scrollOn)
      store()
    }
  }, [noteId, form, isShown])
}
