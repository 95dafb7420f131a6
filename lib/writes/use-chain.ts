import { useState } from 'react'
import { nextId, type Write } from '@/lib/offline/record'
import { useWrites } from './use-writes'

export function useChain() {
  const [chain, setChain] = useState<Write>()
  const writes = useWrites()
  const current =
    chain &&
    (writes.find(({ id }) => id === nextId(chain)) ??
      writes.find(({ id }) => id === chain.id) ??
      writes.find((write) => nextId(write) === chain.id))
  if (current && current !== chain) setChain(current)
  return { chain: current ?? chain, setChain }
}
