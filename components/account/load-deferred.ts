export const loadDeferred = () => import('./deferred')
