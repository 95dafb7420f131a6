import { resolve } from 'node:path'
import config from '../../../../next.config.mjs'

/** The floor of the weights: nothing but what Next sends for a page without content. */
export default { ...config, turbopack: { root: resolve(import.meta.dirname ?? '.', '../../../..') } }
