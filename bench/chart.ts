export type Chart = {
  title: string
  note: string
  bars: { label: string; ratio: number }[]
}

const WIDTH = 720
const ROW = 26
const TOP = 72
const LEFT = 270
const RIGHT = 70

/** Draws ratios to the floor as bars, with a line at 1. */
export function drawChart({ title, note, bars }: Chart): string {
  const height = TOP + bars.length * ROW + 16
  const longest = Math.max(1.2, ...bars.map(({ ratio }) => ratio).filter(Number.isFinite))
  const width = (ratio: number) => Math.round((ratio / longest) * (WIDTH - LEFT - RIGHT))
  const floor = LEFT + width(1)

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
  <style>
    .page { fill: #fffdf8 }
    text { font: 13px system-ui, sans-serif; fill: #1c2230 }
    .title { font-size: 16px; font-weight: 600 }
    .label { text-anchor: end }
    .bar { fill: #2b4c96 }
    .floor { stroke: #a8281e; stroke-width: 2; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      .page { fill: #242933 }
      text { fill: #ede8db }
      .bar { fill: #a0c4ff }
      .floor { stroke: #ffadad }
    }
  </style>
  <rect class="page" width="${WIDTH}" height="${height}" rx="6"/>
  <text class="title" x="16" y="26">${escaped(title)}</text>
  <text x="16" y="48">${escaped(note)}</text>
  <text x="${floor}" y="${TOP - 6}" text-anchor="middle">1</text>
${bars.map(({ label, ratio }, row) => bar(label, ratio, TOP + row * ROW, width)).join('\n')}
  <path class="floor" d="M${floor} ${TOP}V${height - 10}"/>
</svg>
`
}

function bar(label: string, ratio: number, top: number, width: (ratio: number) => number): string {
  const middle = top + ROW / 2 + 5
  const length = Number.isFinite(ratio) ? width(ratio) : 0
  const value = Number.isFinite(ratio) ? ratio.toFixed(2) : 'not reached'
  return `  <text class="label" x="${LEFT - 10}" y="${middle}">${escaped(label)}</text>
  <rect class="bar" x="${LEFT}" y="${top + 4}" width="${length}" height="${ROW - 8}" rx="2"/>
  <text x="${LEFT + length + 8}" y="${middle}">${value}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
