export const pageFailed = 'No se ha podido mostrar esta página.'
