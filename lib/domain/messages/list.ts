export const untitled = 'Sin título'
