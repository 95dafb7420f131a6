import { useSyncExternalStore } from 'react'
import type { Write } from '@/lib/offline/record'
import { getWrites, subscribeToWrites } from './journal'

export function useWrites(): Write[] {
  return useSyncExternalStore(subscribeToWrites, getWrites, getWrites)
}
