export const noToken = 'No token found'
