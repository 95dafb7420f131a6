import { shareInView } from './conditions'

/** `blank`: frames in which less than half of the first column had cards. */
type Frames = { count: number; over50: number; longest: number; blank: number }

let frames: Frames
let isWatching = false

export function startFrames(): void {
  frames = { count: 0, over50: 0, longest: 0, blank: 0 }
  isWatching = true
  let last: number | undefined
  requestAnimationFrame(function check(now) {
    if (!isWatching) return
    if (last !== undefined) {
      frames.count += 1
      frames.longest = Math.max(frames.longest, now - last)
      if (now - last > 50) frames.over50 += 1
      if (shareInView() < 0.5) frames.blank += 1
    }
    last = now
    requestAnimationFrame(check)
  })
}

export function stopFrames(): Frames {
  isWatching = false
  return frames
}
