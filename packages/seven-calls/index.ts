export { createHost, type Extras, type HostRequest, type HostResponse, type Storage } from './host'
