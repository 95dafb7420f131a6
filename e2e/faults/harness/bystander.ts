import { Worker } from 'node:worker_threads'

export type Answer = { status: number; ms: number }

type Request = {
  origin: string
  ca?: string
  method: string
  path: string
  token: string
  body?: string
}

/** Asks again and again in a thread of its own, where the load of the test does not delay it. */
const ASKING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { origin, ca, method, path, token, body } = workerData
  const { request, Agent } = require(origin.startsWith('https') ? 'node:https' : 'node:http')
  const agent = new Agent({ keepAlive: true })
  const headers = { Authorization: 'Bearer ' + token, ...(body && { 'Content-Type': 'application/json' }) }
  function ask() {
    const start = performance.now()
    const finish = (status) => {
      parentPort.postMessage({ status, ms: performance.now() - start })
      setTimeout(ask, 20)
    }
    const sent = request(origin + path, { method, headers, agent, ca }, (response) => {
      response.resume().once('end', () => finish(response.statusCode)).once('error', () => {})
    })
    sent.once('error', () => finish(0)).end(body)
  }
  ask()`

/** Resolves once the first answer is there; `stop` returns all that have come since. */
export async function startBystander(request: Request): Promise<{ stop: () => Promise<Answer[]> }> {
  const answers: Answer[] = []
  const worker = new Worker(ASKING, { eval: true, workerData: request })
  await new Promise((resolve) => worker.once('message', resolve))
  worker.on('message', (answer: Answer) => answers.push(answer))
  return {
    async stop() {
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
      return answers
    },
  }
}
