import { type Weight, weighScreens } from '../e2e/support/weight/weigh-screens'
import { type Result, versionOf } from './results'

/** Measures the first load of each screen; with --chunks, lists each of its files. */
export async function measureWeight(args: string[]): Promise<Result> {
  const { floor, screens, serviceWorker } = await weighScreens()
  const rows = Object.fromEntries(
    Object.entries({ 'empty page (floor)': floor, ...screens }).map(([name, weight]) => [
      name,
      row(weight, floor),
    ]),
  )
  const { all, more } = serviceWorker
  const notIncluded =
    `Not included: after /notas/ the service worker fetches ${all.requests} files (${all.all} bytes); ` +
    `${more.requests} of them (${more.all} bytes) are not in the browser's cache yet.`
  const files = Object.entries(screens).map(([name, { files }]) => [name, files])
  return {
    tables: {
      [`First load, bytes after brotli 11, next ${versionOf('next')}\n${notIncluded}`]: rows,
      ...(args.includes('--chunks') && Object.fromEntries(files)),
    },
    figures: { firstLoads: rows, serviceWorker: { all: sum(all), more: sum(more) } },
    chart: {
      title: 'Script at the first load of each screen, as ratios to an empty page',
      note: 'Bytes after brotli 11. Shorter is better; the line is an empty page of the same Next version.',
      bars: Object.entries(screens).map(([label, { js }]) => ({ label, ratio: js / floor.js })),
    },
  }
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
