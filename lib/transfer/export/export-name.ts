export function exportName(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return `notas-${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}.zip`
}
