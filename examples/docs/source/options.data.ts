import { checkOptions } from "../../../src/domain/options.ts"
import { declarations, declared } from "./declarations.ts"

/** An option of `createModal`, read from its declaration and its default. */
export interface OptionRow {
  readonly name: string
  readonly type: string
  readonly about: string
  readonly usual: string
}

declare const data: readonly OptionRow[]

export { data }

/** Every option in the order of its declaration; those that only the inside knows aside. */
export const optionRows = (): readonly OptionRow[] => {
  const code = declared(declarations("src/domain/options.d.ts"), "interface", "CheckedOptions")?.code ?? ""
  const { options } = checkOptions({ projectId: "YOUR_PROJECT_ID", networks: [{ id: 1, name: "Ethereum" }] })
  return [
    ...code.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ {4}readonly (\w+)\??: ([\s\S]+?);$(?=\n {4}[r/]|\n\})/gm,
    ),
  ]
    .filter(([, , name]) => name !== "askedFeatures")
    .map(([, about = "", name = "", type = ""]) => ({
      name,
      type: type.replace(/ \| undefined$/, "").replace(/\s+/g, " "),
      about: about.replace(/\s*\n\s*\* ?/g, " ").trim(),
      usual: usualOf(name, options[name as keyof typeof options]),
    }))
}

const usualOf = (name: string, value: unknown) =>
  ["projectId", "networks", "features", "remoteFeatures", "hosts", "metadata"].includes(name) || value === undefined
    ? ""
    : JSON.stringify(value).replace(/^(\{\}|\[\])$/, "")

export default { load: optionRows }
