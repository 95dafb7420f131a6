// Code that the buttons of the account screen need, in one file.

export { deleteForever, emptyTrash, listTrash, restoreNote } from '@/lib/notes/trash'
export { surveyFiles } from '@/lib/transfer/survey-files'
export { download } from './download'
export { ImportPanel } from './import-panel'
