export const noToken = 'No token found'
export const sessionEnded = 'Tu sesión ha terminado.'
