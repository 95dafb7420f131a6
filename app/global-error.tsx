'use client'

import './globals.css'

/** Shown if code cannot be loaded or rendering fails. Every page loads it, so it stays small, with its sentence. */
export default function GlobalError() {
  return (
    <html lang="es">
      <body className="grid min-h-dvh place-content-center gap-5 text-center">
        <title>Notas</title>
        <p role="alert">No se ha podido mostrar esta página.</p>
        <button
          type="button"
          onClick={() => location.reload()}
          className="min-h-11 rounded-control border border-edge"
        >
          Reintentar
        </button>
      </body>
    </html>
  )
}
