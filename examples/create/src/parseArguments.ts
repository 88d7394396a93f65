import { parseArgs } from "node:util"
import { networkChoices } from "./networks.ts"
import { findNetworksProblem, findProjectIdProblem, findTemplateProblem, splitNetworks } from "./problems.ts"
import { type TemplateName, templateNames, templates } from "./templates.ts"

/** Choices from the command line. `undefined` if missing. */
export interface Choices {
  readonly directory: string | undefined
  readonly template: TemplateName | undefined
  readonly projectId: string | undefined
  readonly networks: readonly string[] | undefined
}

/** Parses the command line. Returns "help" if that is requested. Throws if an argument is unknown or invalid. */
export const parseArguments = (args: readonly string[]): Choices | "help" => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      template: { type: "string", short: "t" },
      "project-id": { type: "string", short: "p" },
      networks: { type: "string", short: "n" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return "help"
  const [directory, ...rest] = positionals
  if (rest.length > 0) throw new Error(`Only one directory is allowed, but these follow it: ${rest.join(", ")}.`)
  const { template, "project-id": projectId, networks } = values
  const problem =
    (template === undefined ? undefined : findTemplateProblem(template)) ??
    (projectId === undefined ? undefined : findProjectIdProblem(projectId)) ??
    (networks === undefined ? undefined : findNetworksProblem(networks))
  if (problem !== undefined) throw new Error(problem)
  return {
    directory,
    template: templateNames.find((name) => name === template),
    projectId,
    networks: networks === undefined ? undefined : splitNetworks(networks),
  }
}

export const help = `Creates a site with the Portico wallet modal.

  npm create portico [directory] -- [options]

  -t, --template <name>    one of:
${templateNames.map((name) => `${" ".repeat(27)}${name.padEnd(7)}${templates[name].title}`).join("\n")}
  -p, --project-id <id>    project ID; without it, the site uses the demo layers
  -n, --networks <names>   separated by commas, such as mainnet,base (the default); any of:
${networkChoices.map(({ name }) => `${" ".repeat(27)}${name}`).join("\n")}
  -h, --help               prints this text

In a terminal, it asks for what is missing.
`
