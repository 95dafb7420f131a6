// The build has this file in place of the package, whose index loads the limiters of every database.
export { default as RateLimiterMemory } from '../node_modules/rate-limiter-flexible/lib/RateLimiterMemory.js'
export { default as RateLimiterPostgres } from '../node_modules/rate-limiter-flexible/lib/RateLimiterPostgres.js'
