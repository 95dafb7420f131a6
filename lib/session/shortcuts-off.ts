const NAME = 'notas-no-shortcuts'

/** Switched off where the browser stores nothing. */
let areOffHere = false

export function areShortcutsOff(): boolean {
  try {
    return areOffHere || NAME in localStorage
  } catch {
    return false // the browser forbids the storage
  }
}

export function switchShortcuts(isOn: boolean): void {
  areOffHere = false
  try {
    if (isOn) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, 'yes')
  } catch {
    areOffHere = !isOn // the storage is full or forbidden
  }
}
