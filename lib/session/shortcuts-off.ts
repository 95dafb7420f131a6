const NAME = 'notas-no-shortcuts'

export function areShortcutsOff(): boolean {
  try {
    return NAME in localStorage
  } catch {
    return false // the browser forbids the storage
  }
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'yes')
}
