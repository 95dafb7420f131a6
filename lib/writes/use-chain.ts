'use client'

import { useState } from 'react'
import { nextId } from './finish'
import { useWrites } from './use-writes'
import type { Write } from './write'

/** What was decided in a form and may not be done yet, as it was seen last. */
export function useChain() {
  const [chain, setChain] = useState<Write>()
  const writes = useWrites()
  const current =
    chain && (writes.find(({ id }) => id === nextId(chain)) ?? writes.find(({ id }) => id === chain.id))
  if (current && current !== chain) setChain(current)
  return { chain: current ?? chain, setChain }
}
