import { PLACEHOLDERS } from '@/lib/domain/deployment.mjs'

export type SiteSettings = { basePath: string; apiHost: string }

type Positions = Record<keyof SiteSettings, number[]>

const PLACEHOLDER = new RegExp(Object.values(PLACEHOLDERS).join('|'), 'g')

export function withSettings(template: string, settings: SiteSettings) {
  const positions: Positions = { basePath: [], apiHost: [] }
  let shift = 0
  const text = template.replace(PLACEHOLDER, (placeholder, position: number) => {
    const name = placeholder === PLACEHOLDERS.basePath ? 'basePath' : 'apiHost'
    positions[name].push(position + shift)
    shift += settings[name].length - placeholder.length
    return settings[name]
  })
  return { text, positions }
}

export function withPlaceholders(text: string, positions: Positions, settings: SiteSettings): string {
  const places = (['basePath', 'apiHost'] as const)
    .flatMap((name) => positions[name].map((position) => ({ name, position })))
    .sort((a, b) => a.position - b.position)
  let template = ''
  let end = 0
  for (const { name, position } of places) {
    template += text.slice(end, position) + PLACEHOLDERS[name]
    end = position + settings[name].length
  }
  return template + text.slice(end)
}
