export const TITLE_WORDS = `
  Cartas Cartel Carrera Carpintero Carpetas Casa Camisa Camino Canción Cocina Comprar Compras
  Compromisos Compañeros Comida Comunidad Colegio Coche Copias Cena Receta Recetas Reunión Regalos
  Reparto Reserva Revisión Ropa Rutas Ruido Plantas Plan Playa Piso Película Piano Pedido Panadería
  Pasaporte Pintura Médico Montaña Mudanza Música Mercado Maleta Manual Máquina Mañana Multa Libros
  Lista Llaves Lavadora Limpieza Lugares Lengua Lunes Lotería Luz Vacaciones Vecinos Viaje Ventanas
  Verano Visita Vino Vuelo Vídeo Vacuna Trabajo Taller Tareas Teléfono Trenes Tesis Tejado Tienda
  Turnos Tortilla Ideas Impuestos Informe Inglés Invierno Huerto Horario Hospital Examen Entradas
  Boda Banco Bicicleta Biblioteca Gimnasio Garaje Gastos Gato Dentista Deudas Sueños Seguro Semillas
  Sábado Nombres Nevera Notas Familia Fotos Facturas
`
  .trim()
  .split(/\s+/)

export const TITLE_ENDINGS = [
  '',
  '',
  '',
  ' de casa',
  ' de mamá',
  ' para el domingo',
  ' del verano',
  ' de la oficina',
  ' (pendiente)',
  ' 2024',
  ' 2025',
  ' 2026',
  ' de Carmen',
  ' con los vecinos',
  ' para la fiesta',
  ' que no quiero olvidar',
  ' de los niños',
  ' en Santander',
  ' y otras cosas que hay que dejar listas antes de que acabe el mes',
] as const

export const BEGINNINGS = [
  'Hay que llamar',
  'Mañana voy',
  'Carmen dice que hay que ir',
  'No olvidar pasar',
  'El martes toca volver',
  'Quedamos en subir',
  'Luis prefiere acercarse',
  'La próxima vez, ir',
  'Antes de las ocho, bajar',
  'Si llueve, mejor no ir',
  'Después del trabajo, pasar',
  'Me han pedido que vaya',
] as const

export const PLACES = [
  'al banco',
  'a la panadería de la esquina',
  'al taller',
  'a casa de los abuelos',
  'al colegio',
  'al mercado',
  'a la biblioteca',
  'al médico',
  'a la estación',
  'al ayuntamiento',
  'a la tienda de pinturas',
  'al huerto',
] as const

export const REASONS = [
  'para recoger el paquete',
  'porque falta una firma',
  'y preguntar por el precio',
  'con los papeles del seguro',
  'a por dos kilos de naranjas',
  'y dejar pagada la señal',
  'para cambiar la cita',
  'con el perro, si hace bueno',
  'y sacar tres copias de las llaves',
  'aunque cierren a mediodía',
  'sin decirle nada a nadie',
  'y apuntar la medida',
] as const

export const ENDINGS = [
  '.',
  '.',
  '.',
  '.',
  ': son 45 € al mes.',
  ', que luego se olvida.',
  '; ya está avisada Begoña.',
  '…',
  ', ¿o era el jueves?',
  '. ¡Sin falta!',
  ', como el año pasado.',
  ' (teléfono 942 00 00 00).',
] as const

export const ITEMS = [
  'leche',
  'huevos',
  'aceite de oliva',
  'tornillos del 8',
  'pan',
  'jabón',
  'bombillas',
  'sobres',
  'sellos',
  'pienso para el gato',
  'cinta aislante',
  'azafrán',
  'garbanzos',
  'un regalo pequeño',
  'pilas',
  'café molido',
] as const

export const SYMBOLS = ['🎉', '🍅', '✅', '🚲', '❤️', '🐈', '📌', '👩‍🍳'] as const
