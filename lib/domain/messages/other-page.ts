export const otherPageAnswers = 'Otra página contesta en lugar del servidor.'
