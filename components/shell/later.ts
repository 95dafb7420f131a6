export { showHelp } from './shortcut-help'
export { tellStatuses } from './tell-statuses'
