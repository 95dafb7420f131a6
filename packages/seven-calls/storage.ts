export type Storage = {
  get: (key: string) => Promise<unknown>
  put: (key: string, value: object) => Promise<void>
  delete: (key: string) => Promise<void>
  /** Values whose keys begin so. */
  list: (prefix: string) => Promise<unknown[]>
}
