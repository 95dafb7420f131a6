import type { MetadataRoute } from 'next'

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
    background_color: '#F6F3EB',
    theme_color: '#F6F3EB',
    shortcuts: [{ name: 'Nueva nota', url: 'create-note/' }],
    // The service worker takes it.
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
