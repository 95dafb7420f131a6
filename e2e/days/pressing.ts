import type { ScreenNode } from './screen/nodes'
import type { Tab } from './tab'

export function dialogOf({ root }: Tab): ScreenNode | undefined {
  return root.all().findLast(({ type, open }) => type === 'dialog' && open)
}

export function nameOf(node: ScreenNode): string {
  return String(node.props['aria-label'] ?? node.text)
}

/** Buttons and links that can be pressed: with a dialog, its own. */
export function pressable(tab: Tab, name: RegExp): ScreenNode[] {
  const place = dialogOf(tab) ?? tab.root
  const known = named.get(place)
  let all = known?.children === place.children ? known.all : undefined
  if (!all) {
    all = place
      .all()
      .filter(isPressable)
      .map((node) => ({ node, name: nameOf(node) }))
    named.set(place, { children: place.children, all })
  }
  return all.filter((one) => name.test(one.name)).map(({ node }) => node)
}

type Named = { children: unknown; all: { node: ScreenNode; name: string }[] }

const named = new WeakMap<ScreenNode, Named>()

function isPressable({ type, props }: ScreenNode): boolean {
  return (type === 'button' || type === 'a') && !props.disabled && !props['aria-disabled']
}

export function find(tab: Tab, name: RegExp): ScreenNode | undefined {
  return pressable(tab, name)[0]
}

export function click(node: ScreenNode): void {
  const event = { preventDefault() {}, currentTarget: node, target: node, button: 0, detail: 1 }
  const { onClick, type } = node.props
  if (typeof onClick === 'function') onClick(event)
  else if (type === 'submit') submit(node.form)
}

export function submit(form: ScreenNode | undefined): void {
  const onSubmit = form?.props.onSubmit
  if (typeof onSubmit === 'function') onSubmit({ preventDefault() {}, currentTarget: form, target: form })
}
