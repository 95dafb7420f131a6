import { resolve } from 'node:path'
import { PHASE_EXPORT } from 'next/constants.js'
import config from '../../../../next.config.mjs'

/** The floor of the weights: nothing but what Next sends for a page without content. */
export default {
  ...config(PHASE_EXPORT), // with settings, not placeholders
  turbopack: { root: resolve(import.meta.dirname ?? '.', '../../../..') },
}
