export const notInList = 'El servidor la aceptó, pero no está así en la lista.'
export const responseLost = 'La respuesta del servidor se perdió: no se sabe si la guardó.'
export const refusedWith = (status: number) => `El servidor la rechazó (error ${status}).`
