import { useEffect, useEffectEvent } from 'react'

export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  onEvent: (event: WindowEventMap[Type]) => void,
): void {
  const handle = useEffectEvent(onEvent)

  useEffect(() => {
    const listener = (event: WindowEventMap[Type]) => handle(event)
    addEventListener(type, listener)
    return () => removeEventListener(type, listener)
  }, [type])
}
