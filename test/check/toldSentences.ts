import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Every English message of the error classes and alerts in the catalogue, read from their source, with placeholders in braces. */
export const toldSentences = (root: string): readonly string[] => {
  const folder = join(root, "src/errors")
  const errors = readdirSync(folder)
    .filter((name) => name !== "index.ts")
    .map((name) => readFileSync(join(folder, name), "utf8"))
  const alerts = ["src/notifications/model/alerts.ts", "src/notifications/model/alertTable.ts"].map((path) =>
    readFileSync(join(root, path), "utf8"),
  )
  return [
    ...new Set([
      ...errors.flatMap(literals),
      ...alerts.flatMap((source) => [...source.matchAll(/(?:title|text): "([^"]+)"/g)].map((found) => found[1] ?? "")),
    ]),
  ].sort()
}

/** Literals that read as a message: several words, or the catalogue's capitalization. */
const literals = (source: string) =>
  source
    .split("\n")
    .filter((line) => !/^\s*(\/?\*|\/\/|readonly code = )/.test(line))
    .flatMap((line) => [...line.matchAll(/"([^"]+)"|`([^`]+)`/g)].map((found) => inBraces(found[1] ?? found[2] ?? "")))
    .filter((text) => /\w \w|^[A-Z]+_[A-Z]+$/.test(text))

/** Writes `${chainId}` and `${limits.min}` as `{chainId}` and `{min}`. */
const inBraces = (template: string) => template.replace(/\$\{(?:\w+\.)*(\w+)\}/g, "{$1}")
