export const fileGone = 'El archivo ha cambiado o ya no se puede leer. Elígelo otra vez.'
export const archiveDamaged = 'El archivo está dañado o incompleto. Descárgalo otra vez.'
export const entryDamaged = 'Está dañado dentro de su archivo y no se puede leer.'
export const passwordNeeded = 'El archivo tiene contraseña. Descomprímelo y elige lo que contiene.'
export const unknownCompression =
  'Está comprimido de una forma que aquí no se puede leer. Descomprime el archivo y elige lo que contiene.'
export const tooManyEntries =
  'El archivo contiene más de 200.000 archivos. Descomprímelo e impórtalo por partes.'
export const entryTooLarge = 'Ocupa más de 256 MB.'
export const innerZipTooLarge = 'Ocupa más de 512 MB. Descomprime el archivo y elige este.'
export const tooMuchText = 'Los archivos contienen más de 1 GB de texto. Impórtalos por partes.'

export const exportTooLarge = 'Las notas ocupan más de 4 GB y no caben en un zip.'
export const exportReadMe = `notas.json contiene todas tus notas tal como son: para recuperarlas, importa este zip en Notas.
La carpeta notas tiene el texto de cada una en un archivo que se abre con cualquier editor.
Guarda este zip en un lugar seguro, porque cualquiera que lo abra puede leer tus notas.
`
