export type Props = Record<string, unknown> & { children?: unknown }

/** Element of a screen without a layout: what a person reads, fills in and presses. */
export class ScreenNode {
  readonly type: string
  props: Props = {}
  parent: ScreenNode | undefined
  children: (ScreenNode | string)[] = []
  value = ''
  open = false
  style: Record<string, string> = {}
  isConnected = true
  #inner: { children: unknown; all: ScreenNode[] } | undefined

  constructor(type: string, props: Props) {
    this.type = type
    this.props = props
    this.value = String(props.value ?? props.defaultValue ?? '')
  }

  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('')
  }

  get form(): ScreenNode | undefined {
    return this.type === 'form' ? this : this.parent?.form
  }

  get elements() {
    return { namedItem: (name: string) => this.all().find(({ props }) => props.name === name) ?? null }
  }

  /** All elements in it, which a rendering replaces. */
  all(): ScreenNode[] {
    if (this.#inner?.children !== this.children) {
      const all: ScreenNode[] = []
      collect(this, all)
      this.#inner = { children: this.children, all }
    }
    return this.#inner.all
  }

  /** What a person sees of it: texts, and the values of fields. */
  seen(): string {
    const own = this.type === 'input' || this.type === 'textarea' ? this.value : ''
    const inner = this.children.map((child) => (typeof child === 'string' ? child : child.seen()))
    return [own, ...inner, this.props['aria-label'] ?? ''].join('\n')
  }

  showModal(): void {
    this.open = true
  }

  close(): void {
    this.open = false
  }

  focus(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
  getAttribute = () => null
  animate(): void {}
  matches = () => false
  querySelector = () => null
  querySelectorAll = () => []
}

function collect({ children }: ScreenNode, all: ScreenNode[]): void {
  for (const child of children) {
    if (typeof child === 'string') continue
    all.push(child)
    collect(child, all)
  }
}

/** Texts of a form's fields, by their names. */
export class ScreenFormData {
  readonly #fields: ScreenNode[]

  constructor(form: ScreenNode) {
    this.#fields = form.all().filter(({ type, props }) => /^(input|textarea)$/.test(type) && !props.disabled)
  }

  getAll(name: string): string[] {
    return this.#fields
      .filter(({ props }) => props.name === name)
      .map(({ value, props }) => (props.type === 'hidden' ? String(props.value ?? '') : value))
  }
}
