const NAME = 'notas-no-shortcuts'

/** Whether they are off in this page alone, since the browser could not store it. */
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
    areOffHere = !isOn
  }
}
