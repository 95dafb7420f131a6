/**
 * Features in use that a promised browser lacks or has in part, by their keys in MDN's data, with what happens there.
 * The check fails for any other, and for one that is listed without need.
 */
export const FALLBACKS: Record<string, string> = {
  'api.DataTransferItem.webkitGetAsEntry': 'Firefox for Android takes no dropped files; they can be chosen',
  'api.File.webkitRelativePath':
    'chosen-files.ts takes the name; only Firefox for Android, which has no folders',
  'api.HTMLElement.focus.options_preventScroll_parameter': 'phones scroll to what takes the focus',
  'api.KeyboardEvent.isComposing': 'in Safari, the Enter that ends a composition also goes on to the content',
  'api.KeyboardEvent.repeat': 'while two keys are held, old Chrome presses a shortcut again',
  'api.Navigation.currentEntry': 'use-virtual-rows.ts: the list is back at its place after the first frame',
  'api.NavigationHistoryEntry.key': 'as api.Navigation.currentEntry',
  'api.Scheduler.yield': 'pause.ts waits with setTimeout',
  'api.Window.navigation': 'as api.Navigation.currentEntry',
  'api.Window.requestIdleCallback': 'load-notes.ts waits with setTimeout',
  'api.Window.beforeunload_event': 'an iPhone does not ask before an import is left',
  'api.fetch.options_parameter.keepalive':
    'closing Firefox at once may stop a log-out before it reaches the host',
  'api.scheduler': 'as api.Scheduler.yield',
  'css.at-rules.starting-style': 'what enters is there at once',
  'css.properties.-webkit-tap-highlight-color': 'the browser shows taps in its own way',
  'css.properties.accent-color': 'the tick in a checkbox may have little contrast',
  'css.properties.cursor.pointer': 'an iPad shows its own pointer',
  'css.properties.field-sizing': 'fit-content.ts sets the height',
  'css.properties.font-size-adjust': 'serif fonts other than Palatino look larger or smaller',
  'css.properties.resize': 'phones show no handle',
  'css.properties.text-box': 'globals.css moves the word with `translate`',
  'css.properties.text-wrap': 'lines break where they are full',
  'css.properties.text-wrap.balance': 'as css.properties.text-wrap',
  'css.properties.text-wrap.pretty': 'as css.properties.text-wrap',
  'html.elements.input.webkitdirectory': 'phones offer files where others offer a folder',
  'html.elements.search': 'the search is no landmark',
}
