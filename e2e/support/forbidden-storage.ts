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

/** Each way in which browsers store, with a script that makes the page find it full. */
export const FULL_STORAGES = {
  localStorage: fillStorage('localStorage'),
  sessionStorage: fillStorage('sessionStorage'),
  indexedDB: `for (const name of ['add', 'put']) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...args) {
      const request = write.apply(this, args);
      this.transaction.abort();
      return request;
    };
  }
  Object.defineProperty(IDBTransaction.prototype, 'error', { get: () => new DOMException('full', 'QuotaExceededError') });`,
  caches: 'if (window.Cache) Cache.prototype.put = async () => full();',
}

function fillStorage(name: string): string {
  return `{
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...args) {
      if (this === ${name}) full();
      setItem.apply(this, args);
    };
  }`
}

function forbidGetter(owner: string, name: string): string {
  return `Object.defineProperty(${owner}, '${name}', { get: forbid });`
}

/** Adds scripts to a page before all others, and before its Content-Security-Policy. */
export function forbidding(...scripts: string[]): (html: string) => string {
  const failures = `function forbid() { throw new DOMException("forbidden", "SecurityError") }
    function full() { throw new DOMException("full", "QuotaExceededError") }`
  return (html) => html.replace('<head>', () => `<head><script>${failures};${scripts.join('')}</script>`)
}
