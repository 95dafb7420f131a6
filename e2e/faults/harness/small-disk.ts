import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Size of a disk and of the part that is taken at the start, in MB. */
export type DiskSize = { size: number; taken: number }

/** Runs `use` with the folder of such a disk, unless it cannot be mounted. */
export async function withSmallDisk<Result>(
  { size, taken }: DiskSize,
  use: (folder: string, freeSpace: () => void) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'notas-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder])
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }

  // Lazy: closed files stay open until their objects are garbage-collected.
  const unmount = () => execFileSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  try {
    chmodSync(folder, 0o755)
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(taken * 1024 * 1024))
    return await use(folder, () => rmSync(ballast))
  } finally {
    process.off('exit', unmount)
    unmount()
    rmSync(folder, { recursive: true })
  }
}
