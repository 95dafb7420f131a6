import { type RefObject, useLayoutEffect } from 'react'
import { findPlace, storePlace } from '@/lib/session/places'

/** Opens a note where its user left it in this browser, without the focus: that is the heading's. */
export function usePlace(noteId: string | null, form: RefObject<HTMLFormElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    const element = form.current
    if (noteId === null || !isShown || !element) return
    const field = () => element.querySelector('textarea')
    const place = findPlace(noteId)
    let reached = 0
    if (place) {
      // In a text that was changed elsewhere the caret would stand in another word.
      if (field()?.value.length === place.length) field()?.setSelectionRange(place.caret, place.caret)
      scrollTo(0, place.top)
      reached = scrollY
    }
    // Where a browser is told how high the text is, that comes later: unless the user has scrolled by then.
    const scrollOn = () => {
      if (place && scrollY === reached) scrollTo(0, place.top)
    }
    const text = field()
    text?.addEventListener('fitted', scrollOn, { once: true })
    const store = () => {
      const { selectionStart: caret = 0, value = '' } = field() ?? {}
      storePlace({ noteId, caret, length: value.length, top: scrollY })
    }
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('pagehide', store)
      text?.removeEventListener('fitted', scrollOn)
      store()
    }
  }, [noteId, form, isShown])
}
