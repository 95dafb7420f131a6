export const pageFailed = 'No se ha podido mostrar esta página.'
export const noSuchPage = 'Esta página no existe.'
