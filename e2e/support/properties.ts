import fc from 'fast-check'
import { chooseSeed } from './random'
import { replayLine } from './replay'

const seed = chooseSeed()

fc.configureGlobal({
  seed,
  reporter(run) {
    if (!run.failed) return
    const message = `${fc.defaultReportMessage(run)}\n\n${replayLine(seed)}`
    throw new Error(message, { cause: run.errorInstance })
  },
})

export { fc }
