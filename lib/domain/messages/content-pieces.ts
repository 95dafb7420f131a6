export const shownInPieces = 'Este texto es muy difícil de mostrar entero: se muestra y se edita por partes.'
