import type { MetadataRoute } from 'next'
import { PAGE_COLOR } from '@/components/brand/paper'

export const dynamic = 'force-static'

/** URLs are relative to the manifest's own, which has the base path. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Notas',
    short_name: 'Notas',
    lang: 'es',
    description: 'Tus notas en tarjetas de colores',
    start_url: 'notas/',
    scope: './',
    display: 'standalone',
    background_color: PAGE_COLOR.light,
    theme_color: PAGE_COLOR.light,
    shortcuts: [{ name: 'Nueva nota', url: 'create-note/' }],
    // Received by the service worker.
    share_target: {
      action: 'create-note/',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
