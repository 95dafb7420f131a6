import { answerCalls } from './api'
import { prefixNames } from './names'
import { showStrip } from './strip'

prefixNames()
answerCalls()
if (document.body) showStrip()
else addEventListener('DOMContentLoaded', showStrip)
