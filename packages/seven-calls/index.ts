export { createHost, type Extras, type HostRequest, type HostResponse } from './host'
export { createMemory, type Storage } from './storage'
