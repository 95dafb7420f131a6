const drops = new Set<() => void>()

/** Registers how to drop something that is kept in memory for whoever is signed in. */
export function onSignOut(drop: () => void): void {
  drops.add(drop)
}

export function clearUserState(): void {
  for (const drop of drops) drop()
}
