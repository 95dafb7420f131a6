import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Screens } from '../tab'

/** Replaces one text of a source file, as somebody who errs would. */
export type Break = { name: string; file: string; before: string; after: string }

const HERE = 'e2e/days/screen'

const OURS: Record<string, string> = {
  react: 'react.ts',
  'react/jsx-runtime': 'react.ts',
  'react-dom': 'react.ts',
  'next/navigation': 'navigation.ts',
  './virtual-note-list': 'virtual-note-list.tsx',
  '@/components/shell/tell-statuses': 'tell-statuses.ts',
}

const GLOBALS =
  'apiHost globalThis window Date Math performance setTimeout clearTimeout setInterval clearInterval requestIdleCallback requestAnimationFrame queueMicrotask crypto console localStorage indexedDB BroadcastChannel navigator document location history fetch AbortController AbortSignal Blob FormData HTMLElement HTMLTextAreaElement HTMLScriptElement PageTransitionEvent MutationObserver MessageChannel Worker CSS matchMedia scrollTo alert innerWidth innerHeight scrollY sessionStorage isSecureContext addEventListener removeEventListener dispatchEvent'

/** The screens as a function that a tab calls with its globals: cheaper than a realm for each tab. */
export async function loadScreens(broken?: Break): Promise<Screens> {
  const names = GLOBALS.split(' ').join(', ')
  return new Function('globals', `const { ${names} } = globals\n${await buildScreens(broken)}`) as Screens
}

/** Bundles the real screens and `lib/` as the body of a function, which each tab calls with its own globals. */
async function buildScreens(broken?: Break): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${HERE}/app.tsx`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['browser', 'import'],
    logLevel: 'error',
    plugins: [replaceModules(), ...(broken ? [breakSource(broken)] : [])],
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.NEXT_PUBLIC_API_HOST': 'apiHost',
      'process.env.NEXT_PUBLIC_BASE_PATH': '""',
      'process.env.NEXT_PUBLIC_VERSION': '""',
      'import.meta.url': '"https://notas.example/"',
    },
  })
  return outputFiles[0]?.text ?? ''
}

function replaceModules(): Plugin {
  return {
    name: 'modules',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(${Object.keys(OURS).join('|')})$`) }, ({ path }) => ({
        path: resolve(HERE, OURS[path] ?? ''),
      }))
      onResolve({ filter: /\.css$/ }, ({ path }) => ({ path, namespace: 'nothing' }))
    },
  }
}

function breakSource({ name: broken, file, before, after }: Break): Plugin {
  return {
    name: 'break',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`/${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) }, async ({ path }) => {
        const { readFile } = await import('node:fs/promises')
        const source = await readFile(path, 'utf8')
        if (source.split(before).length !== 2) throw new Error(`'${broken}': ${file} has not once ${before}`)
        return { contents: source.replace(before, () => after), loader: file.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}
