import { Pool } from 'undici'

export type Request = { method?: 'POST' | 'PUT'; path: string; token?: string; body?: string }

/** Responses per second to concurrent clients, each of which repeats its own request. */
export async function throughput(origin: string, clients: Request[], seconds: number): Promise<number> {
  const pool = new Pool(origin, { connections: clients.length })
  const start = performance.now()
  const end = start + seconds * 1000
  let responses = 0

  async function run({ path, token, body, ...request }: Request): Promise<void> {
    const method = request.method ?? 'GET'
    const headers = {
      'accept-encoding': 'br',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    while (performance.now() < end) {
      const response = await pool.request({ method, path, headers, body })
      if (response.statusCode >= 300) throw new Error(`${method} ${path} returned ${response.statusCode}`)
      await response.body.dump({ limit: 16 * 1024 * 1024 })
      responses += 1
    }
  }

  await Promise.all(clients.map(run))
  await pool.close()
  return responses / ((performance.now() - start) / 1000)
}
