export function notesFound(count: number): string {
  if (count === 0) return 'Ninguna nota encontrada.'
  return count === 1 ? '1 nota encontrada.' : `${count} notas encontradas.`
}
