export { createHost, type Extras, type HostRequest, type HostResponse, type Storage } from './host'
export { createIndexedDb } from './indexed-db'
