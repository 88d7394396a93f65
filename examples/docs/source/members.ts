import { type Declared, declarations, declared, namedTypes } from "./declarations.ts"

/** Reference page generated from declarations. */
export interface MembersPage {
  readonly topic: string
  readonly content: string
}

/** Generates the pages of the modal's other methods and of `portico/react`. */
export const memberPages = (): readonly MembersPage[] => [
  { topic: "modal", content: modalPage() },
  { topic: "react", content: reactPage() },
]

const modalPage = () => {
  const { code } = found(declarations("src/stub/modal.d.ts"), "interface", "Modal")
  const members = [...code.matchAll(/^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*((?:readonly )?(\w+)[\s\S]*?);$/gm)].map(
    ([, about = "", signature = "", name = ""]) => ({
      name,
      about: about.replace(/\s*\n\s*\* ?/g, " ").trim(),
      code: `modal.${signature.replace(/^readonly /, "")}`,
    }),
  )
  return written(
    "The modal",
    "`createModal` returns a modal with these members and the [operations](./operations/). Setters throw `InvalidInput` for invalid values.",
    members,
    { title: "Signals of `state`", rows: signals() },
  )
}

/** Reads the signals of the modal's state. Types are those of their values. */
const signals = (): readonly SignalRow[] => {
  const { code } = found(declarations("src/stub/state.d.ts"), "const", "createCore")
  return [...code.matchAll(/^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+): ([\s\S]+?);$/gm)].map(
    ([, about = "", name = "", type = ""]) => ({
      name,
      type: type.replace(/import\("[^"]+"\)\./g, "").replace(/^(?:Readonly)?Signal<([\s\S]+)>$/, "$1"),
      about: about.replace(/\s*\n\s*\* ?/g, " ").trim(),
    }),
  )
}

/** A signal of the modal's state. */
interface SignalRow extends Readonly<Record<"name" | "type" | "about", string>> {}

const reactPage = () => {
  const parts = [
    ["buttons", "function", ["ConnectButton", "AccountButton", "NetworkButton"]],
    ["EmbeddedModal", "function", ["EmbeddedModal"]],
    ["ModalProvider", "function", ["ModalProvider"]],
    ["ModalProvider", "const", ["useModal"]],
    ["hooks", "const", ["useModalState", "useAccount", "useNetwork", "useBalances", "useConnections", "useSession"]],
  ] as const
  const members = parts.flatMap(([file, kind, names]) =>
    names.map((name) => ({ name, ...found(declarations(`src/react/${file}.d.ts`), kind, name) })),
  )
  return written(
    "React",
    "The components and hooks of `portico/react`. See the [guide](../guide/react) for examples.",
    members.map(({ name, about, code }) => ({
      name,
      about,
      code: code.replace(/import\("react"\)\./g, "").replace(/^(function|const) /, ""),
    })),
  )
}

const found = (source: string, kind: Parameters<typeof declared>[1], name: string): Declared => {
  const one = declared(source, kind, name)
  if (!one) throw new Error(`${name} is not declared where the reference expects it`)
  return one
}

const written = (
  title: string,
  opening: string,
  members: readonly (Declared & { readonly name: string })[],
  state?: { readonly title: string; readonly rows: readonly SignalRow[] },
): string => {
  const types = namedTypes()
  const named = new Set<string>()
  /** Collects the types that a text names, and those that they name in turn. */
  const collect = (text: string): void => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const type = types.get(name)
      if (!type || named.has(name)) continue
      named.add(name)
      if (named.size < most) collect(type.code)
    }
  }
  for (const { type } of state?.rows ?? []) collect(type)
  for (const { code } of members) collect(code)
  const shapes = [...named].flatMap((name) => {
    const type = types.get(name)
    return type ? [`${type.about && `/** ${type.about} */\n`}${type.code}`] : []
  })
  return [
    `# ${title}`,
    opening,
    ...members.flatMap(({ name, about, code }) => [
      `## ${name}`,
      `\`\`\`ts\n${code}\n\`\`\``,
      about.replace(/[<{]/g, "\\$&"),
    ]),
    ...(state
      ? [
          `## ${state.title}`,
          [
            "| Signal | Type of its value | Meaning |",
            "| --- | --- | --- |",
            ...state.rows.map(
              ({ name, type, about }) =>
                `| \`${name}\` | \`${type.replaceAll("|", "\\|")}\` | ${about.replaceAll("|", "\\|")} |`,
            ),
          ].join("\n"),
        ]
      : []),
    "## Shapes",
    `\`\`\`ts\n${shapes.join("\n\n")}\n\`\`\``,
  ].join("\n\n")
}

/** Maximum number of types that a page shows. */
const most = 40
