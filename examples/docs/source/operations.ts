import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Declared, declarations, declared, namedTypes, root } from "./declarations.ts"
import { errorPages } from "./errors.ts"

/** Reference page of an operation, generated from its row and its declaration. */
export interface OperationPage {
  readonly name: string
  readonly about: string
  readonly content: string
}

let pages: readonly OperationPage[] | undefined

/** Generates one page per operation, in the order of the operation table. */
export const operationPages = (): readonly OperationPage[] => {
  pages ??= operationRows().map(([name, file]) => pageOf(name, file, namedTypes()))
  return pages
}

/** Returns the operations and their files in `src`, in the order of the operation table. */
export const operationRows = (): readonly (readonly [name: string, file: string])[] =>
  [
    ...readFileSync(join(root, "src/operations/registry.ts"), "utf8").matchAll(
      /^ {2}(\w+): \(\) => import\("\.\.\/([\w/]+)\.ts"\)/gm,
    ),
  ].map(([, name = "", file = ""]) => [name, file])

const pageOf = (name: string, file: string, types: ReadonlyMap<string, Declared>): OperationPage => {
  const found = declared(declarations(`src/${file}.d.ts`), "const", name)
  if (!found) throw new Error(`${name} is not declared in src/${file}.ts`)
  const about = found.about.replace(/^Operation: (.)/, (_, first: string) => first.toUpperCase())
  const [input, result, failures] = parts(found.code)
  return { name, about, content: written({ name, about, input, result, failures, types }) }
}

/** Reads input, result and errors from `name: (input) => Effect<result, errors, services>`. */
const parts = (code: string): readonly [input: string, result: string, failures: string] => {
  const plain = code
    .replace(/import\("[^"]+"\)\./g, "")
    .replace(/ \| undefined(?=[,)])/g, "")
    .replace(/\bargs_0\b/g, "input")
  const begin = plain.indexOf("(")
  const arrow = plain.indexOf(") => ", begin)
  const inside = plain.slice(plain.indexOf("<", arrow) + 1, plain.lastIndexOf(">"))
  const [result = "void", failures = "never"] = split(inside)
  return [plain.slice(begin, arrow + 1), result, failures]
}

/** Splits a text at commas outside all brackets. */
const split = (text: string): readonly string[] => {
  const found: string[] = [""]
  let depth = 0
  for (const [at, sign] of [...text].entries()) {
    if ("{([<".includes(sign)) depth += 1
    if ("})]".includes(sign) || (sign === ">" && text[at - 1] !== "=")) depth -= 1
    if (sign === "," && depth === 0) found.push("")
    else found[found.length - 1] += sign
  }
  return found.map((one) => one.trim())
}

/** Resolves a union of errors to the names of its members. */
const spelledOut =
  (types: ReadonlyMap<string, Declared>) =>
  (name: string): readonly string[] => {
    const union = /^type \w+ = ([\w\s|]+);?$/.exec(types.get(name)?.code ?? "")?.[1]
    return union ? union.split("|").flatMap((one) => spelledOut(types)(one.trim())) : [name]
  }

/** Links the name of an error to its page. */
const linked = (name: string): string => {
  if (name === "RpcFailure")
    return `${linked("UserRejectedRequestError")} if the visitor rejects the request, otherwise another [wallet or node error](../errors/rpc)`
  const topic = topicOf(name)
  return topic ? `[\`${name}\`](../errors/${topic}#${name.toLowerCase()})` : `\`${name}\``
}

/** Returns the topic of the page that describes an error. */
const topicOf = (name: string): string | undefined => {
  topics ??= new Map(errorPages().flatMap(({ topic, rows }) => rows.map((row) => [row.name, topic] as const)))
  return topics.get(name)
}
let topics: ReadonlyMap<string, string> | undefined

const written = (of: {
  readonly name: string
  readonly about: string
  readonly input: string
  readonly result: string
  readonly failures: string
  readonly types: ReadonlyMap<string, Declared>
}) => {
  const named = [...new Set([...`${of.input} ${of.result}`.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name))]
  const shapes = named.flatMap((name) => {
    const type = of.types.get(name)
    return type ? [`${type.about && `/** ${type.about} */\n`}${type.code}`] : []
  })
  return [
    `# ${of.name}`,
    of.about.replace(/[<{]/g, "\\$&"),
    `\`\`\`ts\nmodal.${of.name}${of.input}: Promise<${of.result}>\n\`\`\``,
    ...(shapes.length > 0 ? ["## Shapes", `\`\`\`ts\n${shapes.join("\n\n")}\n\`\`\``] : []),
    "## Errors",
    of.failures === "never"
      ? "It never fails."
      : `The Promise rejects, and the Effect of \`portico/effect\` fails, with ${of.failures
          .split(" | ")
          .flatMap(spelledOut(of.types))
          .map(linked)
          .join(", ")}. Each name leads to what it says, why it comes and what to do.`,
  ].join("\n\n")
}
