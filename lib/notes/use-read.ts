import { useEffect, useMemo } from 'react'
import useSWR, { mutate } from 'swr'
import { getUser } from '@/lib/session/token'
import { LOAD_ONCE } from './swr-options'

let reads = 0 // of any user

type Read<Data> = (show: (later: Data) => void) => Promise<Data>

/** Reads each time that a component opens or an input changes, and returns the last result meanwhile. `show` replaces it. */
export function useRead<Data>(
  read: Read<Data> | null,
  inputs: unknown[] = [],
  onError: (error: unknown) => void = console.warn,
) {
  const key = useMemo(() => [getUser(), ++reads] as const, inputs)
  const show = (later: Data) => void mutate(key, later, { revalidate: false })
  const options = { ...LOAD_ONCE, keepPreviousData: true, onError }
  const result = useSWR<Data>(read && key, read && (() => read(show)), options)
  // SWR keeps what no component uses any more.
  useEffect(() => () => void mutate(key, undefined), [key])
  return result
}
