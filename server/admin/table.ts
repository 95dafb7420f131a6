export function printTable(rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => widestOf(rows, column)) ?? []
  for (const row of rows) console.log(lineOf(row, widths))
}

export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function widestOf(rows: string[][], column: number): number {
  return rows.reduce((widest, row) => Math.max(widest, widthOf(row[column])), 0)
}

function lineOf(row: string[], widths: number[]): string {
  const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
  return cells.join('  ').trimEnd()
}

function widthOf(cell = ''): number {
  return [...cell].length
}
