import { previewOf } from '@/lib/domain/preview'

export function Crease({ content }: { content: string }) {
  return (
    previewOf(content).isCut && (
      <svg aria-hidden="true" viewBox="0 0 34 34" className="absolute top-0 right-0 size-8.5 max-sm:hidden">
        <path d="M0 0l34 34" className="stroke-paper-fold" />
      </svg>
    )
  )
}
