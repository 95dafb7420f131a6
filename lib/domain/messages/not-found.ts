export const noSuchPage = 'Esta página no existe.'
