import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./declarations.ts"
import { recovery } from "./recovery.ts"

/** An error class of the catalogue: its message, its cause, and what to do about it. */
export interface ErrorRow {
  readonly name: string
  readonly sentence: string
  readonly cause: string
  readonly recovery: string | undefined
}

/** Reference page with the classes of one file of the catalogue. */
export interface ErrorPage {
  readonly topic: string
  readonly title: string
  readonly rows: readonly ErrorRow[]
  readonly content: string
}

const titles: Readonly<Record<string, string>> = {
  activity: "Activity",
  balances: "Balances",
  configuration: "Missing configuration",
  connecting: "Connecting",
  connections: "Connectors and connections",
  disconnecting: "Disconnecting",
  embedded: "The embedded wallet",
  names: "Names",
  network: "Networks",
  onramp: "Buying",
  pay: "Payments",
  connectionRejected: "Rejected requests",
  rpc: "Wallets and nodes (JSON-RPC, EIP-1193)",
  send: "Requests and transfers",
  service: "Services",
  smartSessions: "Smart sessions",
  setup: "Options",
  siwx: "Sign-in",
  swap: "Swapping",
  walletConnect: "Pairing and sessions",
}

/** Generates one page per file of the catalogue. */
export const errorPages = (): readonly ErrorPage[] =>
  readdirSync(join(root, "src/errors"))
    .filter((file) => file !== "index.ts")
    .map((file) => file.replace(".ts", ""))
    .sort()
    .map((topic) => {
      const path = `src/errors/${topic}.ts`
      const title = titles[topic]
      if (title === undefined) throw new Error(`${path} has no title in examples/docs/source/errors.ts`)
      return pageOf(topic, path, title)
    })

const pageOf = (topic: string, path: string, title: string): ErrorPage => {
  const rows = rowsOf(readFileSync(join(root, path), "utf8"))
  return { topic, title, rows, content: written(title, rows) }
}

const recoveries: ReadonlyMap<string, string> = new Map(Object.entries(recovery))

const rowsOf = (source: string): readonly ErrorRow[] =>
  source.split(/^(?=\/\*\*)/m).flatMap((part) => {
    const name = /^export class (\w+)/m.exec(part)?.[1]
    const docstring = /^\/\*\*([\s\S]*?)\*\//.exec(part)?.[1] ?? ""
    const code = /readonly code = (-?\d+)$/m.exec(part)?.[1]
    if (!name) return []
    return [
      {
        name,
        sentence: sentenceOf(part),
        cause: [
          docstring
            .replace(/\n \* ?/g, " ")
            .replace(" Beyond the catalogue.", "")
            .trim(),
          ...(code ? [`Its code is ${code}.`] : []),
        ].join(" "),
        recovery: recoveries.get(name),
      },
    ]
  })

/** Reads the message that a class passes to `super`, with placeholders in braces. Empty if the class takes its message as input. */
const sentenceOf = (source: string) => {
  const body = source.slice(source.indexOf("constructor"))
  const said = body.split("\n").flatMap((line) => [...line.matchAll(/"([^"]+)"|`([^`]+)`/g)])
  const found = said.map((one) => one[1] ?? one[2] ?? "").find((text) => /\w \w|^[A-Z]+_[A-Z]+$/.test(text))
  return found ? found.replace(/\$\{(?:\w+\.)*(\w+)\}/g, "{$1}") : ""
}

const plain = (text: string) => text.replace(/[<{]/g, "\\$&")

const written = (title: string, rows: readonly ErrorRow[]) =>
  [
    `# ${title}`,
    `The error ${rows.length === 1 ? "class is" : "classes are"} ${rows.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`).join(", ")}.`,
    ...rows.flatMap(({ name, sentence, cause, recovery }) => [
      `## ${name}`,
      ...(sentence ? [`> ${plain(sentence)}`] : []),
      plain(cause),
      ...(recovery ? [`**What to do:** ${plain(recovery)}`] : []),
    ]),
  ].join("\n\n")
