import { prefixNames } from './names'

prefixNames()
