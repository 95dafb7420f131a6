import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useListener } from '@/components/ui/use-listener'
import * as messages from '@/lib/domain/messages/shell'
import { areShortcutsOff, switchShortcuts } from '@/lib/session/shortcuts-off'
import { onSessionChange } from '@/lib/session/token'

/** Shows the shortcuts in a root of its own, so that no screen has code for it. */
export function showHelp(): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  function close() {
    root.unmount()
    container.remove()
  }
  root.render(<ShortcutHelp onClose={close} />)
}

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [areOn, setAreOn] = useState(() => !areShortcutsOff())
  // It is on no screen, and goes with the one below.
  useListener('popstate', onClose)
  useEffect(() => onSessionChange(onClose), [onClose])

  return (
    <Dialog
      question={messages.shortcuts}
      onClose={onClose}
      body={
        <>
          <dl className="mt-3">
            {messages.shortcutKeys.map(([key, effect]) => (
              <div key={key} className="flex items-center justify-between gap-3 border-t border-line py-2">
                <dt>{effect}</dt>
                <dd className="rounded-control border border-edge px-2 text-sm tabular-nums">
                  <kbd className="font-interface">{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
          <label className="flex min-h-11 items-center gap-3 border-t border-line pt-2">
            <input
              type="checkbox"
              checked={areOn}
              onChange={({ target }) => {
                switchShortcuts(target.checked)
                setAreOn(target.checked)
              }}
              className="size-5 shrink-0 accent-accent"
            />
            {messages.singleKeys}
          </label>
        </>
      }
    >
      <Button variant="bordered" onClick={onClose} data-first-focus>
        Cerrar
      </Button>
    </Dialog>
  )
}
