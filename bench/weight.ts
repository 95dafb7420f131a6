import { type Weight, weighScreens } from '../e2e/support/weight/weigh-screens'
import { saveResult, versionOf } from './results'

/** Measures the first load of each screen; with --chunks, prints each of its files. */
export async function measureWeight(args: string[]): Promise<void> {
  const { floor, screens, serviceWorker } = await weighScreens()
  const rows = Object.fromEntries(
    Object.entries({ 'empty page (floor)': floor, ...screens }).map(([name, weight]) => [
      name,
      row(weight, floor),
    ]),
  )
  console.log(`First load, bytes after brotli 11, next ${versionOf('next')}`)
  console.table(rows)
  const { all, more } = serviceWorker
  console.log(
    `Not included: after /notas/ the service worker fetches ${all.requests} files (${all.all} bytes); ` +
      `${more.requests} of them (${more.all} bytes) are not in the browser's cache yet.`,
  )
  if (args.includes('--chunks')) {
    for (const [name, { files }] of Object.entries(screens)) {
      console.log(name)
      console.table(files)
    }
  }
  saveResult(
    'weight',
    { firstLoads: rows, serviceWorker: { all: sum(all), more: sum(more) } },
    chartOf(screens, floor),
  )
}

function row({ js, css, html, all, requests }: Weight, floor: Weight) {
  return {
    js,
    css,
    html,
    'css + html': css + html,
    all,
    requests,
    'js / floor': Number((js / floor.js).toFixed(3)),
  }
}

function sum({ requests, all }: Weight) {
  return { requests, bytes: all }
}

function chartOf(screens: Record<string, Weight>, floor: Weight) {
  return {
    title: 'Script at the first load of each screen, as ratios to an empty page',
    note: 'Bytes after brotli 11. Shorter is better; the line is an empty page of the same Next version.',
    bars: Object.entries(screens).map(([label, { js }]) => ({ label, ratio: js / floor.js })),
  }
}
