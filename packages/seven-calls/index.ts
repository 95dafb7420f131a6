export { createHost, type Extras, type HostRequest, type HostResponse } from './host'
export { createIndexedDb } from './indexed-db'
export { createMemory, type Storage } from './storage'
