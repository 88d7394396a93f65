import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Every sentence that the error catalogue's classes and alerts say, in English, gaps in braces: read from their source. */
export const toldSentences = (root: string): readonly string[] => {
  const folder = join(root, "src/domain/errors")
  const errors = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))
  const alerts = ["alerts", "alertTable"].map((name) => readFileSync(join(root, `src/domain/${name}.ts`), "utf8"))
  return [
    ...new Set([
      ...errors.flatMap(literals),
      ...alerts.flatMap((source) => [...source.matchAll(/(?:title|text): "([^"]+)"/g)].map((found) => found[1] ?? "")),
    ]),
  ].sort()
}

/** The literals of a source that read as a sentence: of several words, or of the catalogue's capitals. */
const literals = (source: string) =>
  source
    .split("\n")
    .filter((line) => !/^\s*(\/?\*|\/\/|readonly code = )/.test(line))
    .flatMap((line) => [...line.matchAll(/"([^"]+)"|`([^`]+)`/g)].map((found) => inBraces(found[1] ?? found[2] ?? "")))
    .filter((text) => /\w \w|^[A-Z]+_[A-Z]+$/.test(text))

/** `${chainId}` and `${limits.min}` as `{chainId}` and `{min}`. */
const inBraces = (template: string) => template.replace(/\$\{(?:\w+\.)*(\w+)\}/g, "{$1}")
