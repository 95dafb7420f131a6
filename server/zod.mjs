// The build takes this file for 'zod': there `z` also holds 64 languages and JSON Schema, which a host would load.
export * as z from '../node_modules/zod/v4/classic/schemas.js'
