import { Pool } from 'undici'

export type Request = { method: 'GET' | 'POST'; path: string; token?: string; body?: string }

/** How many answers a second a server gives to so many clients at once, each with a request of its own. */
export async function throughput(origin: string, clients: Request[], seconds: number): Promise<number> {
  const pool = new Pool(origin, { connections: clients.length })
  const start = performance.now()
  const end = start + seconds * 1000
  let answers = 0

  async function run({ method, path, token, body }: Request): Promise<void> {
    const headers = {
      'accept-encoding': 'br',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    while (performance.now() < end) {
      const answer = await pool.request({ method, path, headers, body })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode}`)
      await answer.body.dump({ limit: 16 * 1024 * 1024 })
      answers += 1
    }
  }

  await Promise.all(clients.map(run))
  await pool.close()
  return answers / ((performance.now() - start) / 1000)
}
