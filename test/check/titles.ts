import { children, type Node, walk } from "./source.ts"

/** A piece of a title in the source: text, or a placeholder that a table or a template fills. */
export type Piece = string | null
const hole = null

/** A test as written in a file. */
export interface WrittenTest {
  /** The titles of its groups and its own, outermost first. */
  readonly titles: readonly (readonly Piece[])[]
  /** Whether it is skipped, to do or conditional, or in such a group. */
  readonly skipped: boolean
  /** Whether it keeps the other tests of its file from running. */
  readonly only: boolean
}

/** The tests of a file, read from its syntax tree without running it. */
export const testsOf = (tree: Node): readonly WrittenTest[] => below(tree, { titles: [], skipped: false, only: false })

/** The texts, numbers and keys that a file contains as literals, which may fill a placeholder. */
export const literalsOf = (tree: Node): ReadonlySet<string> => {
  const found = new Set<string>()
  walk(tree, (node) => {
    if (node.type === "Literal") found.add(String(node.value))
    if (node.type === "TemplateElement") found.add(node.value.cooked ?? node.value.raw)
    if (node.type === "Property" && node.key.type === "Identifier") found.add(node.key.name)
  })
  return found
}

/** Whether `title` is the test's own title, alone or after titles of its groups, joined by " > ". */
export const isTitled = (test: WrittenTest, title: string, literals: ReadonlySet<string>): boolean =>
  test.titles.some((_, outermost) => {
    const pieces = test.titles.slice(outermost).flatMap((each, index) => (index === 0 ? each : [" > ", ...each]))
    return fills(pieces, title, literals)
  })

const fills = (pieces: readonly Piece[], title: string, literals: ReadonlySet<string>): boolean => {
  const [first, ...rest] = pieces
  if (first === undefined) return title === ""
  if (first !== hole) return title.startsWith(first) && fills(rest, title.slice(first.length), literals)
  return [...literals].some(
    (literal) => literal !== "" && title.startsWith(literal) && fills(rest, title.slice(literal.length), literals),
  )
}

const below = (node: Node, around: WrittenTest): readonly WrittenTest[] => {
  const call = callOf(node)
  if (call === undefined) return children(node).flatMap(([, child]) => below(child, around))

  const here: WrittenTest = {
    titles: call.title ? [...around.titles, call.title] : around.titles,
    skipped: around.skipped || call.skipped || call.bodies.some(skipsInside),
    only: around.only || call.only,
  }
  return call.group ? call.bodies.flatMap((body) => below(body, here)) : [here]
}

interface Call {
  readonly group: boolean
  readonly title: readonly Piece[] | undefined
  readonly bodies: readonly Node[]
  readonly skipped: boolean
  readonly only: boolean
}

/** Functions that define a test: those of Vitest and Playwright, and the variants of `test` that the browser tests export. */
const testing = ["it", "test", "alone", "onDemand", "aloneOnDemand"]
const skipping = ["skip", "todo", "fixme", "skipIf", "runIf"]

/** A call that defines a test or a group: `it`, `test`, `describe` or `layer`, with any modifiers, a title and a body. */
const callOf = (node: Node): Call | undefined => {
  if (node.type !== "CallExpression") return undefined
  const words = wordsOf(node.callee)
  const [root = ""] = words
  const group = ["describe", "suite", "layer"].includes(root) || words.includes("describe") || words.includes("layer")
  if (!group && !testing.includes(root)) return undefined
  if (
    words.some((word) => ["step", "use", "extend", "beforeEach", "afterEach", "beforeAll", "afterAll"].includes(word))
  )
    return undefined

  const [first, ...others] = node.arguments
  const bodies = node.arguments.filter(isFunction)
  if (first === undefined || (bodies.length === 0 && !words.includes("todo"))) return undefined
  const table = words.includes("each") || words.includes("for")
  return {
    group,
    title: isFunction(first) ? undefined : piecesOf(first, table),
    bodies,
    skipped: words.some((word) => skipping.includes(word)) || others.some((other) => switches(other, skipping)),
    only: words.includes("only") || others.some((other) => switches(other, ["only"])),
  }
}

/** Whether a body calls `test.skip()`, `context.skip()` or the like, outside the tests it defines. */
const skipsInside = (body: Node): boolean => {
  if (callOf(body)) return false
  if (body.type === "CallExpression") {
    const words = wordsOf(body.callee)
    const last = words.at(-1) ?? ""
    if (["it", "test", "context", "ctx", "testInfo"].includes(words[0] ?? "") && ["skip", "fixme"].includes(last))
      return true
    if (words.length === 1 && last === "skip") return true
  }
  return children(body).some(([, child]) => skipsInside(child))
}

/** The names in a callee: `it.effect.each(rows)` gives it, effect, each. */
const wordsOf = (callee: Node): readonly string[] => {
  if (callee.type === "Identifier") return [callee.name]
  if (callee.type === "MemberExpression")
    return [...wordsOf(callee.object), ...(callee.property.type === "Identifier" ? [callee.property.name] : [])]
  if (callee.type === "CallExpression") return wordsOf(callee.callee)
  if (callee.type === "TaggedTemplateExpression") return wordsOf(callee.tag)
  return []
}

const piecesOf = (node: Node, table: boolean): readonly Piece[] => {
  if (node.type === "Literal") return table ? holes(String(node.value)) : [String(node.value)]
  if (node.type === "TemplateLiteral")
    return node.quasis.flatMap((quasi, index) => [
      ...(table ? holes(quasi.value.cooked ?? "") : [quasi.value.cooked ?? ""]),
      ...(index < node.expressions.length ? [hole] : []),
    ])
  if (node.type === "BinaryExpression" && node.operator === "+")
    return [...piecesOf(node.left, table), ...piecesOf(node.right, table)]
  return [hole]
}

/** Splits a table's title. Placeholders are `%s` and the like, `$name` and `$a.b`. */
const holes = (text: string): readonly Piece[] =>
  text.split(/(%[sdifjoO#$]|\$[\w.#]+)/).map((part, index) => (index % 2 === 1 ? hole : part))

const isFunction = (node: Node): boolean =>
  node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression"

const switches = (node: Node, names: readonly string[]): boolean =>
  node.type === "ObjectExpression" &&
  node.properties.some(
    (property) =>
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      names.includes(property.key.name) &&
      !(property.value.type === "Literal" && property.value.value === false),
  )
