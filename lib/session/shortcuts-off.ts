const NAME = 'notas-no-shortcuts'

/** Whether the shortcuts of a single key are switched off (WCAG 2.1.4). */
export function areShortcutsOff(): boolean {
  return NAME in localStorage
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'yes')
}
