import type { CDPSession } from '@playwright/test'
import type { ScreenReader } from './engine'

type Tree = Awaited<ReturnType<typeof readTree>>
type Node = Tree extends Map<string, infer Item> ? Item : never

type Texts = Map<number | undefined, string>

/** Reads the accessibility tree each time that `heard` is called: what has come and gone between is not heard. */
export async function readChromium(session: CDPSession): Promise<Pick<ScreenReader, 'listen' | 'heard'>> {
  await session.send('Accessibility.enable')
  const known = new Map<number | undefined, Texts>()
  let said: [role: string, text: string][] = []

  async function hear(): Promise<Tree> {
    const tree = await readTree(session)
    for (const node of tree.values()) {
      if (!['polite', 'assertive'].includes(String(propertyOf(node, 'live')))) continue
      const role = String(node.role?.value)
      const texts = textsOf(tree, node)
      const before = known.get(node.backendDOMNodeId)
      known.set(node.backendDOMNodeId, texts)
      // A region that comes with its text says nothing, unless it is an alert.
      if (!before && role !== 'alert') continue
      for (const [element, text] of texts) if (text && before?.get(element) !== text) said.push([role, text])
    }
    return tree
  }

  return {
    async listen() {
      await hear()
      said = []
    },
    async heard() {
      const focused = [...(await hear()).values()].filter((node) => propertyOf(node, 'focused'))
      return { said, focus: String(focused.at(-1)?.name?.value) }
    },
  }
}

async function readTree(session: CDPSession) {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return new Map(nodes.map((node) => [node.nodeId, node]))
}

function textsOf(tree: Tree, node: Node): Texts {
  if (['StaticText', 'button', 'link'].includes(String(node.role?.value)))
    return new Map([[node.backendDOMNodeId, String(node.name?.value).trim()]])
  const children = (node.childIds ?? []).map((id) => tree.get(id)).filter((child) => child !== undefined)
  return new Map(children.flatMap((child) => [...textsOf(tree, child)]))
}

function propertyOf(node: Node, name: string): unknown {
  return node.properties?.find((property) => property.name === name)?.value.value
}
