import { Button } from '@/components/ui/button'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { loadDownload, type useTransfer } from './use-transfer'

export function DownloadButton({ isDownloading, download }: ReturnType<typeof useTransfer>) {
  return (
    <Button variant="bordered" isBusy={isDownloading} onClick={download} {...preloadOnIntent(loadDownload)}>
      Descargar notas
    </Button>
  )
}
