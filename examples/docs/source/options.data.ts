import { checkOptions } from "../../../src/options/checkOptions.ts"
import { hostsOf } from "../../../src/options/hosts.ts"
import { localDefaults } from "../../../src/options/localFeatures.ts"
import { remoteDefaults } from "../../../src/options/remoteFeatures.ts"
import { declarations, declared } from "./declarations.ts"

/** An option of `createModal`, or a field of one, generated from its declaration and its default. */
export interface OptionRow {
  readonly name: string
  readonly type: string
  readonly about: string
  readonly usual: string
  /** Fields of an object option. */
  readonly parts: readonly OptionRow[]
}

declare const data: readonly OptionRow[]

export { data }

/** Generates a row for every public option, in the order of the declarations. */
export const optionRows = (): readonly OptionRow[] => {
  const { options } = checkOptions({ projectId: "YOUR_PROJECT_ID", networks: [{ id: 1, name: "Ethereum" }] })
  const { projectId: _, networks: _networks, features: _features, remoteFeatures: _remote, ...rest } = options
  const { hosts: _hosts, metadata: _metadata, ...usual } = rest
  return members("options", "CheckedOptions", usual)
    .filter(({ name }) => name !== "askedFeatures")
    .map((row) => {
      if (row.name === "features") return { ...row, parts: members("localFeatures", "LocalFeatures", localDefaults) }
      if (row.name === "remoteFeatures")
        return { ...row, parts: members("remoteFeatures", "RemoteFeatures", remoteDefaults) }
      if (row.name === "metadata") return { ...row, parts: members("options", "Metadata") }
      return row.name === "hosts" ? { ...row, parts: members("options", "Hosts", hostsOf(options)) } : row
    })
}

/** Reads the members of an interface, with their docstrings and the given defaults. */
const members = (file: string, name: string, usual: object = {}): readonly OptionRow[] => {
  const code = declared(declarations(`src/options/${file}.d.ts`), "interface", name)?.code ?? ""
  const defaults = new Map(Object.entries(usual))
  return [
    ...code.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ {4}readonly (\w+)\??: ([\s\S]+?);$(?=\n {4}[r/]|\n\})/gm,
    ),
  ].map(([, about = "", name = "", type = ""]) => ({
    name,
    type: type.replace(/ \| undefined$/, "").replace(/\s+/g, " "),
    about: about.replace(/\s*\n\s*\* ?/g, " ").trim(),
    usual: usualOf(defaults.get(name)),
    parts: [],
  }))
}

/** Formats a default as JSON that can wrap. Returns an empty string for empty values. */
const usualOf = (value: unknown): string => {
  const written = value === undefined ? "" : JSON.stringify(value)
  return /^(\{\}|\[\])$/.test(written) ? "" : written.replaceAll(',"', ', "')
}

export default { load: optionRows }
