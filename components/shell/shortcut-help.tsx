import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import * as messages from '@/lib/domain/messages/shell'
import { areShortcutsOff, switchShortcuts } from '@/lib/session/shortcuts-off'

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [areOn, setAreOn] = useState(() => !areShortcutsOff())

  function change(isOn: boolean) {
    switchShortcuts(isOn)
    setAreOn(isOn)
  }

  return (
    <Dialog
      question={messages.shortcuts}
      isBusy={false}
      onClose={onClose}
      body={
        <>
          <dl className="mt-3">
            {messages.shortcutKeys.map(([key, effect]) => (
              <div key={key} className="flex items-center justify-between border-t border-line py-2">
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
              onChange={({ target }) => change(target.checked)}
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
