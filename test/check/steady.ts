import { filesIn, lineAt, type Node, parse, read, type Verdict, walk } from "./source.ts"

/** Files that may do what this check forbids, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "test/browser/held.ts": "counts the page's own timers, so it calls them",
  "test/real/parts/browser.ts": "limits how long a program may take to say its version",
  "test/real/parts/provider.ts": "is a server that responds late where a test asks for it",
  "test/real/parts/relay.ts": "is a server that pings as the real one does",
}

/**
 * Browser tests wait for events or for a clock they drive, never for time to pass, since a machine under load is slow. playwright.config.ts
 * sets one limit for tests and one for assertions, and no test is retried.
 */
export const steady = (root: string, allowed: Readonly<Record<string, string>> = exceptions): Verdict => {
  const files = filesIn(root, ["test/browser", "test/real"], /\.ts$/)
  const found = new Map(files.map((file) => [file, waitsIn(file, read(root, file))]))
  return {
    problems: [
      ...[...found].flatMap(([file, waits]) => (file in allowed ? [] : waits)),
      ...Object.keys(allowed)
        .filter((file) => (found.get(file) ?? []).length === 0)
        .map((file) => `${file} no longer needs an exception: remove its row in test/check/steady.ts`),
    ],
    note: `${files.length} files, ${Object.keys(allowed).length} exceptions`,
  }
}

const waitsIn = (file: string, text: string): readonly string[] => {
  const problems: string[] = []
  walk(parse(file, text), (node) => {
    const what = forbidden(node)
    if (what) problems.push(`${file}:${lineAt(text, node.start)} ${what}`)
  })
  return problems
}

const calls: Readonly<Record<string, string>> = {
  waitForTimeout: "waits for time to pass",
  sleep: "waits for time to pass",
  setTimeout: "waits for time to pass, or sets a limit of its own",
  setInterval: "looks again as time passes",
  slow: "sets a limit of its own",
  setDefaultTimeout: "sets a limit of its own",
  setDefaultNavigationTimeout: "sets a limit of its own",
}

/** Why a node is forbidden, if it is. A file may call its own function `slow`, but not `test.slow()`. */
const forbidden = (node: Node): string | undefined => {
  switch (node.type) {
    case "ImportDeclaration":
      return node.source.value === "node:timers/promises" ? "imports a wait for time to pass" : undefined
    case "CallExpression": {
      const { callee } = node
      const named = callee.type === "Identifier" ? callee.name : undefined
      const called = callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.name
      if (named !== "slow" && named && Object.hasOwn(calls, named)) return `${named}() ${calls[named]}`
      if (called && Object.hasOwn(calls, called)) return `${called}() ${calls[called]}`
      const options = node.arguments.flatMap((each) => (each.type === "ObjectExpression" ? keysOf(each) : []))
      const option = options.find((key) => key === "timeout" || key === "retries")
      return option && `${option}: sets a limit of its own`
    }
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
      return node.test && readsClock(node.test) ? "loops until a time" : undefined
    default:
      return undefined
  }
}

const keysOf = (node: Node): readonly string[] =>
  node.type === "ObjectExpression"
    ? node.properties.flatMap((one) => (one.type === "Property" && one.key.type === "Identifier" ? [one.key.name] : []))
    : []

const readsClock = (test: Node): boolean => {
  let reads = false
  walk(test, (node) => {
    if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return
    if (["Date", "performance"].includes(node.object.name)) reads = true
  })
  return reads
}
