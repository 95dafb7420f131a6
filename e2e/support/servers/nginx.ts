import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSystemPrograms } from './process'

export function spawnNginx(folder: string, servers: string): ChildProcess {
  mkdirSync(folder, { recursive: true })
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; ${userOfRoot()}
    events { worker_connections 4096; } http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${servers} }`,
  )
  return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    env: withSystemPrograms,
    stdio: 'inherit',
  })
}

/** Root's temporary folders are readable only for root. */
function userOfRoot(): string {
  return process.getuid?.() === 0 ? 'user root;' : ''
}
