const NAME = 'notas-no-shortcuts'

export function areShortcutsOff(): boolean {
  return NAME in localStorage
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'yes')
}
