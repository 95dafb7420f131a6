import { type ChildProcess, spawn } from 'node:child_process'
import { ownProcess } from '../servers/process'

export async function startDisplay(): Promise<{ name: string; stop: () => Promise<void> }> {
  const options = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const { stop } = ownProcess(server)
  return { name: `:${await firstLine(server)}`, stop }
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    server.stdio[3]?.once('data', (data) => found(String(data).trim()))
    server.once('error', failed)
    server.once('exit', (code) => failed(new Error(`Xvfb exited with ${code}`)))
  })
}
