import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { PAGE_COLOR } from '@/components/brand/paper'
import { EditorRoute } from '@/components/notes/editor/editor-route'
import { SessionBoundary } from '@/components/shell/session-boundary'
import { needsScripts } from '@/lib/domain/messages/shell'
import './globals.css'

export const metadata: Metadata = {
  description: 'Tus notas en tarjetas de colores: escríbelas, búscalas y encuéntralas.',
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: PAGE_COLOR.light },
    { media: '(prefers-color-scheme: dark)', color: PAGE_COLOR.dark },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="es">
      <body>
        <noscript>
          <p className="bg-quiet p-4 text-center">{needsScripts}</p>
        </noscript>
        {/* Owns 'Crear nota': told late that a link is gone, Orca looks for the focus in its owner, and then says nothing of it. */}
        <div aria-owns="owned create-note">
          <span id="owned" />
        </div>
        <SessionBoundary>
          <EditorRoute>{children}</EditorRoute>
        </SessionBoundary>
      </body>
    </html>
  )
}
