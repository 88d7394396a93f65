import type { Page } from "@playwright/test"

/**
 * Counts how often React renders components on a page, from the next navigation on. Reads what React reports to the
 * developer tools after each commit, so it works on the production build. A component's name is its position and its
 * first element: `view button[data-token]`, `header svg`, `message div`. One that renders only text, such as a signal
 * in a sentence, is `#text`.
 */
export const countCalls = (page: Page) =>
  page.addInitScript(() => {
    interface Fiber {
      readonly tag: number
      readonly flags: number
      readonly alternate: Fiber | null
      readonly return: Fiber | null
      readonly child: Fiber | null
      readonly sibling: Fiber | null
      readonly stateNode: unknown
    }
    // React's constants: function, forwardRef, memo and simple memo components; element and text; the flag of a
    // component that rendered.
    const components = new Set([0, 11, 14, 15])
    const [element, text, performed] = [5, 6, 1]
    const counts: Record<string, number> = {}

    const drawn = (fiber: Fiber | null): Node | undefined => {
      for (let at = fiber; at; at = at.sibling) {
        const node = at.tag === text || at.tag === element ? (at.stateNode as Node) : drawn(at.child)
        if (node) return node
      }
      return undefined
    }
    const around = (fiber: Fiber | null): Node | undefined => {
      for (let at = fiber; at; at = at.return) if (at.tag === element) return at.stateNode as Node
      return undefined
    }
    const placeOf = (node: Node | undefined) => {
      if (!(node instanceof Element)) return "shell"
      if (node.closest("[data-view]")) return "view"
      if (node.closest("[role=status], [role=alert]")) return "message"
      return node.closest("div:has(> h1)") ? "header" : "shell"
    }
    const nameOf = (fiber: Fiber) => {
      const node = drawn(fiber.child)
      if (node instanceof Text) return "#text"
      if (!(node instanceof Element)) return `${placeOf(around(fiber.return))} nothing`
      const data = [...node.attributes].find(({ name }) => /^data-(wallet|network|token|snack|alert|item)$/.test(name))
      return `${placeOf(node)} ${node.localName}${data ? `[${data.name}]` : ""}`
    }
    /**
     * Compares React's tree of this commit with the previous one. If a child is the same object, nothing below it
     * rendered.
     */
    const walk = (next: Fiber, before: Fiber | null) => {
      if (components.has(next.tag) && (next.flags & performed) !== 0) {
        const name = nameOf(next)
        counts[name] = (counts[name] ?? 0) + 1
      }
      if (before !== null && next.child === before.child) return
      for (let child = next.child; child; child = child.sibling) walk(child, child.alternate)
    }

    Object.assign(window, {
      calls: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        renderers: new Map(),
        supportsFiber: true,
        inject: () => 1,
        onScheduleFiberRoot: () => {},
        onCommitFiberUnmount: () => {},
        onPostCommitFiberRoot: () => {},
        onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => walk(root.current, root.current.alternate),
      },
    })
  })

/** Render counts since the last call, which resets them. */
export const calls = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(() => {
    const { calls: counts } = window as unknown as { calls: Record<string, number> }
    const seen = { ...counts }
    for (const name of Object.keys(counts)) delete counts[name]
    return seen
  })
