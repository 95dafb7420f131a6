export const mineBegins = '— Mi versión —'
export const theirsBegins = '— La otra versión —'
export const conflictEnds = '— Fin —'
