import { firstOf } from "./docstring.ts"
import { errorPages } from "./errors.ts"
import { operationPages } from "./operations.ts"
import { type OptionRow, optionRows } from "./options.data.ts"

/** Generates the Markdown of the lists that pages render with Vue, by the path of the page. */
export const lists: Readonly<Record<string, () => string>> = {
  "guide/options.md": () => optionRows().flatMap(option).join("\n\n"),
  "reference/operations/index.md": () =>
    operationPages()
      .map(({ name, about }) => `- [\`${name}\`](./${name}.md): ${firstOf(about)}`)
      .join("\n"),
  "reference/errors/index.md": () =>
    errorPages()
      .flatMap(({ topic, title, rows }) => [
        `## [${title}](./${topic}.md)`,
        rows.map(({ name }) => `[\`${name}\`](./${topic}.md#${name.toLowerCase()})`).join(", "),
      ])
      .join("\n\n"),
}

const option = (row: OptionRow): readonly string[] => [
  `### ${row.name}`,
  ...(row.about ? [row.about] : []),
  typeAndDefault(row),
  ...(row.parts.length > 0
    ? [
        row.parts
          .map((part) => `- \`${part.name}\`: ${part.about} ${typeAndDefault(part)}`.replace(/ {2,}/, " "))
          .join("\n"),
      ]
    : []),
]

const typeAndDefault = ({ type, usual }: OptionRow) => `\`${type}\`${usual && `, default \`${usual}\``}`
