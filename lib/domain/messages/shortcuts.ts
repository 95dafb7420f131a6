export const shortcuts = 'Atajos de teclado'
export const shortcutKeys = [
  ['/', 'Buscar'],
  ['n', 'Crear nota'],
  ['Ctrl o ⌘ + Intro', 'Guardar'],
  ['?', 'Ver estos atajos'],
] as const
export const singleKeys = 'Usar los atajos de una sola tecla'
