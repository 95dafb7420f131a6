import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import type { CardColor } from './lib/domain/card-colors'
import { untitled } from './lib/domain/messages/notes'

/** Ink of the light scheme, and of everything on a coloured card in both. */
const INK_DAY = 'var(--ink-day)'

/** Colours of a card: `desk` surrounds the open note in the light scheme, `night` is its paper in the dark one. */
type Paper = [card: string, border: string, fold: string, hover: string, desk: string, night: string]

const PAPERS: Record<CardColor, Paper> = {
  red: ['#FFADAD', '#EB9293', '#DB7F80', '#D79598', '#FAE1DB', '#2D2A32'],
  orange: ['#FFD6A5', '#EBBC84', '#DBAA6E', '#D6B692', '#F9ECD9', '#2C2D32'],
  yellow: ['#FDFFB6', '#E5E694', '#D3D57D', '#D4D8A0', '#F8F6DE', '#2C3033'],
  green: ['#CAFFBF', '#ADE8A1', '#99D68D', '#ABD8A7', '#EBF6E0', '#283033'],
  cyan: ['#9BF6FF', '#74DFEA', '#59CED9', '#85D0DA', '#E1F4F0', '#252F37'],
  blue: ['#A0C4FF', '#84ACED', '#719ADE', '#89A7DA', '#DFE7F1', '#252C37'],
  violet: ['#BDB2FF', '#A699EC', '#9587DD', '#A099DA', '#E7E2F1', '#272A37'],
  pink: ['#FFC6FF', '#EAABEA', '#D998DA', '#D6A9DA', '#F9E8F1', '#2C2C37'],
}

const NIGHT = '@media (prefers-color-scheme: dark)'

export default {
  theme: {
    screens: { xs: '22.5rem', sm: '40rem', lg: '68.75rem', xl: '105rem' },
    extend: {
      fontSize: { control: '0.9375rem', field: '1.0625rem' },
      // Beside a button's text: less where text is doubled on a narrow phone.
      spacing: { button: 'min(1rem, 5vw)' },
    },
    borderRadius: { paper: '3px', control: '4px' },
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

function pastel([card, border, fold, hover, desk, night]: Paper) {
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
    // Height of the coloured edge on dialogs.
    '--paper-edge': '8px',
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
