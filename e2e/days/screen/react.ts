import { type Props, ScreenNode } from './nodes'

// The part of React that the screens use, without a document: it renders to nodes, and needs no scheduler.

type Component = ((props: Props) => unknown) & { isMemo?: boolean }
type Element = { type: string | Component | typeof Fragment; props: Props; key: string | null }
type Effect = {
  run: () => unknown
  inputs: readonly unknown[] | undefined
  end?: unknown
  isLayout: boolean
  isPlanned: boolean
}
type Hook = {
  value?: unknown
  set?: (next: unknown) => void
  inputs?: readonly unknown[]
  effect?: Effect
}

type Instance = {
  element: Element | string
  parent: Instance | undefined
  depth: number
  hooks: Hook[]
  children: Instance[]
  node: ScreenNode | undefined
  isDirty: boolean
  isGone: boolean
  endRef?: () => void
}

export const Fragment = Symbol('Fragment')

let current: Instance | undefined
let hookAt = 0
let dirty = new Set<Instance>()
let isFlushPlanned = false
let layoutWork: (() => void)[] = []
let passiveWork: (() => void)[] = []
let ids = 0
let root: Instance | undefined
let rootNode = new ScreenNode('body', {})

export function createElement(type: Element['type'], given: Props | null, ...children: unknown[]): Element {
  const { key = null, ...props } = given ?? {}
  const inner = children.length > 0 ? { children: children.length === 1 ? children[0] : children } : {}
  return { type, props: { ...props, ...inner }, key: key === null ? null : String(key) }
}

export function jsx(type: Element['type'], props: Props, key?: unknown): Element {
  return { type, props, key: key === undefined ? null : String(key) }
}

export const jsxs = jsx

export function renderRoot(type: Component): ScreenNode {
  rootNode = new ScreenNode('body', {})
  root = create(jsx(type, {}), undefined)
  render(root)
  commit()
  return rootNode
}

function create(element: Element | string, parent: Instance | undefined): Instance {
  const isHost = typeof element !== 'string' && typeof element.type === 'string'
  const node = isHost ? new ScreenNode(element.type as string, element.props) : undefined
  const depth = (parent?.depth ?? 0) + 1
  return { element, parent, depth, hooks: [], children: [], node, isDirty: true, isGone: false }
}

function render(instance: Instance): void {
  const { element } = instance
  instance.isDirty = false
  dirty.delete(instance)
  if (typeof element === 'string') return
  const { type, props } = element
  if (typeof type !== 'function') {
    if (instance.node) instance.node.props = props
    renderChildren(instance, childrenOf(props.children))
    if (instance.node && !instance.endRef) attach(instance, instance.node, props.ref)
    return
  }
  for (let times = 0; ; times++) {
    const outer = [current, hookAt] as const
    ;[current, hookAt] = [instance, 0]
    let result: unknown
    try {
      result = type(props)
    } finally {
      ;[current, hookAt] = outer
    }
    if (!instance.isDirty || times > 25) {
      renderChildren(instance, childrenOf(result))
      planEffects(instance)
      return
    }
    instance.isDirty = false
    dirty.delete(instance)
  }
}

/** Plans effects of a component after those of its children. */
function planEffects(instance: Instance): void {
  for (const hook of instance.hooks) {
    const { effect } = hook
    if (!effect || effect.isPlanned) continue
    effect.isPlanned = true
    const work = effect.isLayout ? layoutWork : passiveWork
    work.push(() => {
      if (instance.isGone) return
      if (typeof effect.end === 'function') effect.end()
      effect.end = effect.run()
      if (hook.effect && hook.effect !== effect) hook.effect.end = effect.end
    })
  }
}

function attach(instance: Instance, node: ScreenNode, ref: unknown): void {
  instance.endRef = () => {}
  layoutWork.push(() => {
    if (typeof ref === 'function') {
      const end = ref(node)
      instance.endRef = typeof end === 'function' ? (end as () => void) : () => void ref(null)
    } else if (ref) {
      const box = ref as { current: unknown }
      box.current = node
      instance.endRef = () => {
        box.current = null
      }
    }
  })
}

function childrenOf(result: unknown): (Element | string)[] {
  if (result === null || result === undefined || typeof result === 'boolean') return []
  if (Array.isArray(result))
    return result.flatMap((one, at) => {
      // An empty place keeps the others' places.
      const found = Array.isArray(one) ? [jsx(Fragment, { children: one }, `list ${at}`)] : childrenOf(one)
      return found.map((child) =>
        typeof child === 'string' || child.key !== null ? child : { ...child, key: `at ${at}` },
      )
    })
  return [typeof result === 'object' ? (result as Element) : String(result)]
}

function renderChildren(instance: Instance, elements: (Element | string)[]): void {
  const before = instance.children
  const taken = new Set<Instance>()
  instance.children = elements.map((element, at) => {
    const known = before.find(
      (child, place) => !taken.has(child) && isSame(child.element, element, at === place),
    )
    if (!known) return create(element, instance)
    taken.add(known)
    if (!isUnchanged(known.element, element)) known.isDirty = true
    known.element = element
    return known
  })
  for (const child of before) if (!taken.has(child)) remove(child)
  for (const child of instance.children) if (child.isDirty) render(child)
}

function isSame(one: Element | string, other: Element | string, isAtSamePlace: boolean): boolean {
  if (typeof one === 'string' || typeof other === 'string')
    return typeof one === typeof other && isAtSamePlace
  return one.type === other.type && one.key === other.key && (one.key !== null || isAtSamePlace)
}

function isUnchanged(one: Element | string, other: Element | string): boolean {
  if (one === other) return true
  if (typeof one === 'string' || typeof other === 'string') return false
  if (typeof one.type !== 'function' || !one.type.isMemo) return false
  const names = Object.keys({ ...one.props, ...other.props })
  return names.every((name) => Object.is(one.props[name], other.props[name]))
}

function remove(instance: Instance): void {
  instance.isGone = true
  dirty.delete(instance)
  if (instance.node) instance.node.isConnected = false
  const { endRef } = instance
  if (endRef) layoutWork.unshift(endRef)
  for (const { effect } of instance.hooks) {
    const end = effect?.end
    if (typeof end !== 'function') continue
    if (effect?.isLayout) layoutWork.unshift(() => end())
    else passiveWork.push(() => end())
  }
  for (const child of instance.children) remove(child)
}

/** Gives nodes their children, then runs refs and effects: those of the layout at once, the others in a task. */
function commit(): void {
  if (root) rootNode.children = nodesOf(root, rootNode)
  const work = layoutWork
  layoutWork = []
  for (const run of work) run()
  if (passiveWork.length > 0) setTimeout(flushPassive)
  if (dirty.size > 0) planFlush()
}

function nodesOf(instance: Instance, parent: ScreenNode): (ScreenNode | string)[] {
  if (typeof instance.element === 'string') return [instance.element]
  const { node } = instance
  if (!node) return instance.children.flatMap((child) => nodesOf(child, parent))
  node.parent = parent
  node.children = instance.children.flatMap((child) => nodesOf(child, node))
  return [node]
}

function flushPassive(): void {
  const work = passiveWork
  passiveWork = []
  for (const run of work) run()
  if (dirty.size > 0) flush()
}

function planFlush(): void {
  if (isFlushPlanned) return
  isFlushPlanned = true
  queueMicrotask(() => {
    isFlushPlanned = false
    flush()
  })
}

function flush(): void {
  while (dirty.size > 0) {
    if (passiveWork.length > 0) flushPassive()
    const all = [...dirty].sort((one, other) => one.depth - other.depth)
    dirty = new Set()
    for (const instance of all) if (instance.isDirty && !instance.isGone) render(instance)
    commit()
  }
}

export function flushSync(work: () => void): void {
  work()
  flush()
  flushPassive()
}

function invalidate(instance: Instance): void {
  if (instance.isGone) return
  instance.isDirty = true
  dirty.add(instance)
  if (current !== instance) planFlush()
}

function nextHook(): [Hook, Instance, boolean] {
  if (!current) throw new Error('A hook outside of a component')
  const isNew = hookAt === current.hooks.length
  if (isNew) current.hooks.push({})
  const hook = current.hooks[hookAt++] as Hook
  return [hook, current, isNew]
}

export function useState<Value>(initial: Value | (() => Value)) {
  const [hook, instance, isNew] = nextHook()
  if (isNew) {
    hook.value = typeof initial === 'function' ? (initial as () => Value)() : initial
    hook.set = (next) => {
      const value = typeof next === 'function' ? next(hook.value) : next
      if (Object.is(value, hook.value)) return
      hook.value = value
      invalidate(instance)
    }
  }
  return [hook.value, hook.set]
}

export function useRef<Value>(initial: Value): { current: Value } {
  const [hook, , isNew] = nextHook()
  if (isNew) hook.value = { current: initial }
  return hook.value as { current: Value }
}

export function useMemo<Value>(make: () => Value, inputs?: readonly unknown[]): Value {
  const [hook, , isNew] = nextHook()
  if (isNew || !areSame(hook.inputs, inputs)) hook.value = make()
  hook.inputs = inputs
  return hook.value as Value
}

export const useCallback = <Value>(callback: Value, inputs: readonly unknown[]) =>
  useMemo(() => callback, inputs)

function effectHook(isLayout: boolean) {
  return (run: () => unknown, inputs?: readonly unknown[]): void => {
    const [hook, , isNew] = nextHook()
    const before = hook.effect
    if (isNew || !areSame(before?.inputs, inputs))
      hook.effect = { run, inputs, isLayout, end: before?.end, isPlanned: false }
  }
}

export const useEffect = effectHook(false)
export const useLayoutEffect = effectHook(true)

function areSame(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean {
  return one !== undefined && other !== undefined && one.every((input, at) => Object.is(input, other[at]))
}

export function useEffectEvent<Act extends (...args: never[]) => unknown>(act: Act): Act {
  const latest = useRef(act)
  latest.current = act
  return useMemo(() => ((...args: never[]) => latest.current(...args)) as Act, [])
}

export function useSyncExternalStore<Value>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
): Value {
  const [hook, instance] = nextHook()
  const value = get()
  hook.value = value
  useEffect(() => {
    const look = () => {
      if (!Object.is(hook.value, get())) invalidate(instance)
    }
    look()
    return subscribe(look)
  }, [subscribe, get])
  return value
}

export function useId(): string {
  return useMemo(() => `id-${++ids}`, [])
}

export const useDeferredValue = <Value>(value: Value): Value => value
export const useDebugValue = (): void => {}
export const useContext = <Value>({ value }: { value: Value }): Value => value
export const createContext = <Value>(value: Value) => ({ value })
export const startTransition = (work: () => void): void => work()
export const useTransition = () => [false, startTransition] as const

export function memo(component: Component): Component {
  return Object.assign((props: Props) => component(props), { isMemo: true })
}

export function use(): never {
  throw new Error('use is not part of this React')
}

export default {
  createElement,
  createContext,
  startTransition,
  use,
  useCallback,
  useContext,
  useDebugValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
}
