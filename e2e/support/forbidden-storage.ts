/** Each way in which browsers store, with a script that makes the page fail to use it. */
export const STORAGES = {
  localStorage: forbidGetter('window', 'localStorage'),
  sessionStorage: forbidGetter('window', 'sessionStorage'),
  indexedDB: forbidGetter('window', 'indexedDB'),
  caches: forbidGetter('window', 'caches'),
  BroadcastChannel: 'window.BroadcastChannel = class { constructor() { forbid() } };',
  locks: 'LockManager.prototype.request = async () => forbid();',
  'service worker': forbidGetter('Navigator.prototype', 'serviceWorker'),
}

function forbidGetter(owner: string, name: string): string {
  return `Object.defineProperty(${owner}, '${name}', { get: forbid });`
}

/** Adds scripts to a page before all others, and before its Content-Security-Policy. */
export function forbidding(...scripts: string[]): (html: string) => string {
  const forbid = 'function forbid() { throw new DOMException("forbidden", "SecurityError") }'
  return (html) => html.replace('<head>', `<head><script>${forbid};${scripts.join('')}</script>`)
}
