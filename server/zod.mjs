// The build has this file in place of 'zod', whose index also loads 64 languages and JSON Schema.
export * as z from '../node_modules/zod/v4/classic/schemas.js'
