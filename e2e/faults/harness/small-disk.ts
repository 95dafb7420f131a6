import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Gives back the room that was taken when it was made. */
  makeRoom: () => void
}

/** Lends a disk of so many MB, a part of it taken; undefined where none can be mounted. */
export async function withSmallDisk<Result>(
  { size, taken }: { size: number; taken: number },
  use: (disk: SmallDisk) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder])
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }

  // What has been closed may still be held, until its object is garbage-collected.
  const unmount = () => execFileSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  try {
    chmodSync(folder, 0o755)
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(taken * 1024 * 1024))
    return await use({ folder, makeRoom: () => rmSync(ballast) })
  } finally {
    process.off('exit', unmount)
    unmount()
    rmSync(folder, { recursive: true })
  }
}
