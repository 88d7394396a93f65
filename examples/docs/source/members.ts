import { type Declared, declarations, declared, namedTypes } from "./declarations.ts"

/** A page of the reference that is read from declarations. */
export interface MembersPage {
  readonly topic: string
  readonly content: string
}

/** The methods of a modal that are no operations, and what `portico/react` exports. */
export const memberPages = (): readonly MembersPage[] => [
  { topic: "modal", content: modalPage() },
  { topic: "react", content: reactPage() },
]

const modalPage = () => {
  const { code } = found(declarations("src/createModal.d.ts"), "interface", "Modal")
  const members = [...code.matchAll(/^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*((?:readonly )?(\w+)[\s\S]*?);$/gm)].map(
    ([, about = "", signature = "", name = ""]) => ({
      name,
      about: about.replace(/\s*\n\s*\* ?/g, " ").trim(),
      code: `modal.${signature.replace(/^readonly /, "")}`,
    }),
  )
  return written(
    "The modal",
    "What `createModal` returns has these beside the [operations](./operations/). A method that sets something throws `InvalidInput` for what it is not.",
    members,
  )
}

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
    "The components and hooks of `portico/react`. The [guide](../guide/react) shows how they are used.",
    members.map(({ name, about, code }) => ({
      name,
      about,
      code: code.replace(/import\("react"\)\./g, "").replace(/^(function|const) /, ""),
    })),
  )
}

const found = (source: string, kind: Parameters<typeof declared>[1], name: string): Declared => {
  const one = declared(source, kind, name)
  if (!one) throw new Error(`${name} is not declared where the reference reads it`)
  return one
}

const written = (
  title: string,
  opening: string,
  members: readonly (Declared & { readonly name: string })[],
): string => {
  const types = namedTypes()
  const named = new Set<string>()
  /** The types that a text names, and those that they name. */
  const collect = (text: string): void => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const type = types.get(name)
      if (!type || named.has(name)) continue
      named.add(name)
      if (named.size < most) collect(type.code)
    }
  }
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
    "## Shapes",
    `\`\`\`ts\n${shapes.join("\n\n")}\n\`\`\``,
  ].join("\n\n")
}

/** So many types are written out at most. */
const most = 40
