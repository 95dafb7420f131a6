import { Button } from '@/components/ui/button'
import { preloadOnIntent } from '@/components/ui/lazy-component'
import { loadDownload, type useTransfer } from './use-transfer'

export function DownloadButton({ isBusy, download }: ReturnType<typeof useTransfer>) {
  return (
    <Button variant="bordered" isBusy={isBusy} onClick={download} {...preloadOnIntent(loadDownload)}>
      Descargar notas
    </Button>
  )
}
