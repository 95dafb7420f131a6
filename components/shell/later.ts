// One file: loaded at the first key or click.
export { showHelp } from './shortcut-help'
export { tellStatuses } from './tell-statuses'
