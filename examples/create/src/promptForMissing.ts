import { resolve } from "node:path"
import type { Readable, Writable } from "node:stream"
import { isCancel, multiselect, select, text } from "@clack/prompts"
import { defaultNetworks, networkChoices } from "./networks.ts"
import type { Choices } from "./parseArguments.ts"
import { findDirectoryProblem, findProjectIdProblem } from "./problems.ts"
import { type TemplateName, templateNames, templates } from "./templates.ts"

/** Streams of a terminal. */
interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Every choice made. Without a project ID the site uses the demo layers. */
export interface Complete {
  readonly directory: string
  readonly template: TemplateName
  readonly projectId: string | undefined
  readonly networks: readonly string[]
}

/** Prompts in the terminal for each choice that is missing. Throws if a prompt is canceled. */
export const promptForMissing = async (given: Choices, cwd: string, terminal: Terminal): Promise<Complete> => {
  // One after the other: a terminal shows one prompt at a time.
  const directory = given.directory ?? (await promptDirectory(cwd, terminal))
  const template = given.template ?? (await promptTemplate(terminal))
  const projectId = given.projectId ?? (await promptProjectId(terminal))
  const networks = given.networks ?? (await promptNetworks(terminal))
  return { directory, template, projectId, networks }
}

/** Fills in defaults without prompting. Throws for a choice that has none. */
export const useDefaults = ({ directory, template, projectId, networks = defaultNetworks }: Choices): Complete => {
  if (directory === undefined)
    throw new Error("The directory is missing, such as: npm create portico my-site -- --template react")
  if (template === undefined)
    throw new Error(`The template is missing: add -- --template and one of ${templateNames.join(", ")}.`)
  return { directory, template, projectId, networks }
}

const suggested = "my-site"

const promptDirectory = async (cwd: string, terminal: Terminal): Promise<string> =>
  unlessCanceled(
    await text({
      ...terminal,
      message: "Directory of the new site",
      placeholder: suggested,
      defaultValue: suggested,
      validate: (value) => findDirectoryProblem(resolve(cwd, value || suggested)),
    }),
  )

const promptTemplate = async (terminal: Terminal): Promise<TemplateName> =>
  unlessCanceled(
    await select<TemplateName>({
      ...terminal,
      message: "Template",
      options: templateNames.map((value) => ({ value, label: templates[value].title })),
    }),
  )

const promptProjectId = async (terminal: Terminal): Promise<string | undefined> =>
  unlessCanceled(
    await text({
      ...terminal,
      message: "Project ID (leave empty to start with demo wallets)",
      defaultValue: "",
      validate: (value) => (value ? findProjectIdProblem(value) : undefined),
    }),
  ) || undefined

const promptNetworks = async (terminal: Terminal): Promise<readonly string[]> =>
  unlessCanceled(
    await multiselect({
      ...terminal,
      message: "Networks",
      options: networkChoices.map(({ name, title }) => ({ value: name, label: title })),
      initialValues: defaultNetworks,
      maxItems: 10,
    }),
  )

const unlessCanceled = <A>(result: A): Exclude<A, symbol> => {
  if (isCancel(result)) throw new Error("Canceled. Nothing was written.")
  return result as Exclude<A, symbol>
}
