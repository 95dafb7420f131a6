import { execFileSync } from 'node:child_process'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

/** Longest time without the begin or end of a test or step, in milliseconds. */
const LIMIT = 110_000

/** Longest time until the first test begins: a busy machine takes minutes to compile all files of the tests. */
const START_LIMIT = 400_000

/** Time that an interrupted run has to clean up, in milliseconds. */
const GRACE = 10_000

type Running = { name: string; steps: Set<TestStep>; at: number }

/**
 * Ends a run that stands still: a test or its clean-up, a worker that does not exit, or the run itself after its last
 * test. Playwright has a limit for tests and fixtures alone, and none while a test blocks its worker.
 */
export default class Watchdog implements Reporter {
  private readonly running = new Map<TestResult, Running>()
  private last: string | undefined
  private at: number
  private hasBarked = false
  private readonly now: () => number
  private readonly end: (lines: string[]) => void

  constructor({ now = () => performance.now(), end = endRun } = {}) {
    this.now = now
    this.end = end
    this.at = now()
  }

  look(): void {
    const { running, last } = this
    const hasBegun = running.size > 0 || last !== undefined
    const limit = hasBegun ? LIMIT : START_LIMIT
    const isOld = (since: number) => this.now() - since > limit
    const stuck = [...running.values()].filter((test) => isOld(test.at))
    if (this.hasBarked || (stuck.length === 0 && (running.size > 0 || !isOld(this.at)))) return
    this.hasBarked = true
    this.end([
      `The run stands still, and ends: nothing has happened for ${limit / 1000} s`,
      ...(stuck.length > 0 ? stuck.map(describe) : [`after ${last ?? 'the start of the run'}`]),
    ])
  }

  onBegin(): void {
    setInterval(() => this.look(), 1_000).unref()
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    // A debugger takes away the limit of a test.
    const at = test.timeout === 0 ? Number.POSITIVE_INFINITY : this.now()
    this.running.set(result, { name: test.titlePath().filter(Boolean).join(' › '), steps: new Set(), at })
  }

  onStepBegin(_test: unknown, result: TestResult, step: TestStep): void {
    this.running.get(result)?.steps.add(step)
    this.touch(result)
  }

  onStepEnd(_test: unknown, result: TestResult, step: TestStep): void {
    this.running.get(result)?.steps.delete(step)
    this.touch(result)
  }

  onTestEnd(_test: unknown, result: TestResult): void {
    this.last = `the end of ${this.running.get(result)?.name}`
    this.running.delete(result)
    this.touch()
  }

  onEnd(): void {
    this.touch()
  }

  private touch(result?: TestResult): void {
    this.at = this.now()
    const test = result && this.running.get(result)
    if (test) test.at = Math.max(test.at, this.at)
  }
}

function describe({ name, steps }: Running): string {
  const step = [...steps].at(-1)
  if (!step) return `in ${name}, between two steps`
  const { file, line } = step.location ?? {}
  return `in ${name}, at the step '${step.title}'${file ? ` (${file}:${line})` : ''}`
}

/** Prints the lines and the processes of the run, and ends all of them. */
function endRun(lines: string[]): void {
  const named = descendants()
  const processes = named.map(({ pid, command }) => `${pid} ${command}`)
  console.log(`\n${[...lines, 'Its processes, with their numbers:', ...processes].join('\n  ')}`)
  process.once('exit', () => killAll(named))
  setTimeout(() => process.exit(1), GRACE)
  process.kill(process.pid, 'SIGINT')
}

type Process = { pid: number; parent: number; command: string }

function descendants(): Process[] {
  const all = allProcesses()
  const of = (parent: number): Process[] =>
    all.flatMap((child) => (child.parent === parent ? [child, ...of(child.pid)] : []))
  return of(process.pid).filter(({ command }) => !command.startsWith('ps -A'))
}

function allProcesses(): Process[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return list.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? []
    return command ? [{ pid: Number(pid), parent: Number(parent), command: command.slice(0, 200) }] : []
  })
}

/** Kills those that still run, also where the process that started them has ended. */
function killAll(named: Process[]): void {
  const isNamed = (one: Process) =>
    named.some(({ pid, command }) => pid === one.pid && command === one.command)
  for (const { pid } of allProcesses().filter(isNamed)) process.kill(pid, 'SIGKILL')
}
