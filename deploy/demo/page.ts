import { answerCalls } from './api'
import { prefixNames } from './names'
import { showStrip } from './strip'

prefixNames()
answerCalls()
addEventListener('DOMContentLoaded', showStrip)
