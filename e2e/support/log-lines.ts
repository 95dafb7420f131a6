export type LogLine = {
  time: string
  level: string
  requestId?: string
  method?: string
  path?: string
  status?: number
  /** Client of a refused request, or of an event. */
  address?: string
  event?: string
  userId?: string
  reason?: string
  url?: string
  metrics?: string
  cause?: string
}

export function linesOf({ output }: { output: () => string }): LogLine[] {
  const lines = output().split('\n').slice(0, -1)
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
