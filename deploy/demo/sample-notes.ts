/** In the order of the list, first card first. */
export const SAMPLE_NOTES = [
  {
    title: 'Te damos la bienvenida',
    content:
      'Notas guarda textos en tarjetas de colores. Pulsa esta tarjeta para abrirla, cambia lo que quieras y guarda.\n\nEsto es una prueba: todo queda en este navegador.',
  },
  {
    title: 'Una nota nueva',
    content: 'El botón con el signo más abre un papel en blanco. El título puede faltar; el texto también.',
  },
  {
    title: 'Buscar',
    content:
      'Escribe «limon» en el buscador: encuentra la tarta de limón. Ni las tildes ni las mayúsculas importan.',
  },
  {
    title: 'Tarta de limón',
    content:
      'Para la masa\n200 g de galletas\n90 g de mantequilla\n\nPara el relleno\n4 limones\n3 huevos\n1 bote de leche condensada (370 g)\n\nTritura las galletas, mézclalas con la mantequilla fundida y cubre el molde. Mezcla el zumo con las yemas y la leche condensada, viértelo encima y hornea 20 minutos a 180 °C. Deja que se enfríe y guárdala tres horas en la nevera.\n\nLa esquina doblada de una tarjeta dice que hay más texto dentro.',
  },
  {
    title: 'Borrar sin miedo',
    content:
      'Al borrar una nota puedes deshacerlo enseguida. Después espera 30 días en la papelera, desde donde vuelve entera.',
  },
  {
    title: 'Sin conexión',
    content:
      'Abre Notas en el tren o en el avión: lees, escribes y guardas igual. Lo que escribes no se pierde aunque cierres la pestaña.',
  },
  {
    title: 'Llévate tus notas',
    content:
      'En tu cuenta, «Descargar notas» las guarda en un archivo que otra Notas puede importar. También se importan las de otras aplicaciones.',
  },
  {
    title: 'Lista de la compra',
    content:
      '- [ ] Pan\n- [x] Tomates\n- [ ] Aceite\n- [ ] Café\n- [ ] Fruta para la semana\n\nControl y espacio marcan una casilla; Intro sigue la lista.',
  },
  {
    title: 'Libros pendientes',
    content: 'Nada, de Carmen Laforet\nPedro Páramo, de Juan Rulfo\nLos girasoles ciegos, de Alberto Méndez',
  },
  { title: '', content: 'Una idea suelta no necesita título. 💡' },
]
