import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import type { CardColor } from './lib/domain/card-colors'
import { untitled } from './lib/domain/messages/notes'

/** Ink of the light scheme, and of everything on a coloured card in both. */
const INK_DAY = 'var(--ink-day)'

/** Colours of each card: `desk` surrounds the open note in the light scheme, `night` is its paper in the dark one. */
const PAPERS: Record<CardColor, Paper> = {
  red: {
    card: '#FFADAD',
    border: '#EB9293',
    fold: '#DB7F80',
    hover: '#D79598',
    desk: '#FAE1DB',
    night: '#2D2A32',
  },
  orange: {
    card: '#FFD6A5',
    border: '#EBBC84',
    fold: '#DBAA6E',
    hover: '#D6B692',
    desk: '#F9ECD9',
    night: '#2C2D32',
  },
  yellow: {
    card: '#FDFFB6',
    border: '#E5E694',
    fold: '#D3D57D',
    hover: '#D4D8A0',
    desk: '#F8F6DE',
    night: '#2C3033',
  },
  green: {
    card: '#CAFFBF',
    border: '#ADE8A1',
    fold: '#99D68D',
    hover: '#ABD8A7',
    desk: '#EBF6E0',
    night: '#283033',
  },
  cyan: {
    card: '#9BF6FF',
    border: '#74DFEA',
    fold: '#59CED9',
    hover: '#85D0DA',
    desk: '#E1F4F0',
    night: '#252F37',
  },
  blue: {
    card: '#A0C4FF',
    border: '#84ACED',
    fold: '#719ADE',
    hover: '#89A7DA',
    desk: '#DFE7F1',
    night: '#252C37',
  },
  violet: {
    card: '#BDB2FF',
    border: '#A699EC',
    fold: '#9587DD',
    hover: '#A099DA',
    desk: '#E7E2F1',
    night: '#272A37',
  },
  pink: {
    card: '#FFC6FF',
    border: '#EAABEA',
    fold: '#D998DA',
    hover: '#D6A9DA',
    desk: '#F9E8F1',
    night: '#2C2C37',
  },
}

type Paper = Record<'card' | 'border' | 'fold' | 'hover' | 'desk' | 'night', string>

const NIGHT = '@media (prefers-color-scheme: dark)'

export default {
  theme: {
    screens: { xs: '22.5rem', sm: '40rem', lg: '68.75rem', xl: '105rem' },
    extend: { fontSize: { control: '0.9375rem', field: '1.0625rem' } },
    borderRadius: { none: '0', paper: '3px', control: '4px' },
    colors: {
      transparent: 'transparent',
      page: 'var(--page)',
      sheet: 'var(--sheet)',
      ink: { DEFAULT: 'var(--ink)', hover: 'var(--ink-hover)', inverse: 'var(--ink-inverse)', day: INK_DAY },
      soft: 'var(--soft)',
      edge: 'var(--edge)',
      line: 'var(--line)',
      accent: 'var(--accent)',
      wrong: { DEFAULT: 'var(--wrong)', tint: 'var(--wrong-tint)' },
      danger: { DEFAULT: '#A8281E', hover: '#8E2119', text: '#FFFFFF' },
      quiet: 'var(--quiet)',
      'card-text': '#343B4A',
      'card-icon': '#444A5A',
      paper: {
        DEFAULT: 'var(--paper)',
        border: 'var(--paper-border)',
        fold: 'var(--paper-fold)',
        hover: 'var(--paper-hover)',
        desk: 'var(--paper-desk)',
        ink: 'var(--paper-ink)',
        soft: 'var(--paper-soft)',
        body: 'var(--paper-body)',
        'body-ink': 'var(--paper-body-ink)',
        'body-soft': 'var(--paper-body-soft)',
        tick: 'var(--paper-tick)',
        'body-tick': 'var(--paper-body-tick)',
      },
    },
  },
  plugins: [
    plugin(({ addUtilities }) => {
      for (const [name, paper] of Object.entries(PAPERS)) addUtilities({ [`.paper-${name}`]: pastel(paper) })
      addUtilities({ '.paper-white': WHITE, '.on-pastel': ON_PASTEL, '.untitled': UNTITLED })
    }),
  ],
} satisfies Config

/** Padding below the title and above the content if both have the same paper. */
const SEAMLESS = { '--paper-foot': '8px', '--paper-head': '8px' }

function pastel({ card, border, fold, hover, desk, night }: Paper) {
  return {
    '--paper': card,
    '--paper-border': border,
    '--paper-fold': fold,
    '--paper-hover': hover,
    '--paper-desk': desk,
    '--paper-ink': INK_DAY,
    '--paper-soft': '#444A5A',
    '--paper-tick': INK_DAY,
    '--paper-body': card,
    '--paper-body-ink': INK_DAY,
    '--paper-body-soft': '#444A5A',
    '--paper-body-tick': INK_DAY,
    ...SEAMLESS,
    [NIGHT]: {
      '--paper-foot': '20px',
      '--paper-head': '22px',
      '--paper-desk': 'var(--page)',
      '--paper-body': night,
      '--paper-body-ink': `color-mix(in srgb, ${card} 12%, #EDE8DB)`,
      '--paper-body-soft': 'var(--soft)',
      '--paper-body-tick': card,
    },
  }
}

/** Paper of a note that is not on the list. */
const WHITE = {
  '--paper': 'var(--sheet)',
  '--paper-border': 'var(--line)',
  '--paper-hover': 'var(--quiet)',
  '--paper-desk': 'var(--page)',
  '--paper-ink': 'var(--ink)',
  '--paper-soft': 'var(--soft)',
  '--paper-tick': 'var(--accent)',
  '--paper-body': 'var(--sheet)',
  '--paper-body-ink': 'var(--ink)',
  '--paper-body-soft': 'var(--soft)',
  '--paper-body-tick': 'var(--accent)',
  ...SEAMLESS,
}

/** Name of a note without a title: generated content, which find-in-page does not match. */
const UNTITLED = {
  '&:empty': { fontWeight: '400', fontStyle: 'italic', color: '#444A5A' },
  '&:empty::before': { content: `"${untitled}"` },
}

/** Colours of controls on a coloured card, in both schemes. */
const ON_PASTEL = {
  '--ink': INK_DAY,
  '--ink-hover': '#2C3446',
  '--ink-inverse': '#FFFDF8',
  '--soft': '#444A5A',
  '--accent': INK_DAY,
  '--quiet': 'var(--paper-hover)',
}
