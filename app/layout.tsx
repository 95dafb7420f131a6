import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { EditorRoute } from '@/components/notes/editor/editor-route'
import { SessionBoundary } from '@/components/shell/session-boundary'
import './globals.css'

export const metadata: Metadata = {
  description: 'Tus notas en tarjetas de colores: escríbelas, búscalas y encuéntralas.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#F6F3EB' },
    { media: '(prefers-color-scheme: dark)', color: '#1A1E26' },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="es">
      <body>
        <SessionBoundary>
          <EditorRoute>{children}</EditorRoute>
        </SessionBoundary>
      </body>
    </html>
  )
}
