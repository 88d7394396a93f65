import { relative, resolve } from "node:path"
import type { Readable, Writable } from "node:stream"
import { createSite } from "./createSite.ts"
import { help, parseArguments } from "./parseArguments.ts"
import { findDirectoryProblem, packageName } from "./problems.ts"
import { type Complete, promptForMissing, useDefaults } from "./promptForMissing.ts"
import { templates } from "./templates.ts"

/** The process that the command runs in. */
interface Surroundings {
  readonly cwd: string
  /** Folder of the templates. */
  readonly templates: string
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
}

/** Runs the command. Throws with one line that says what is wrong, before anything is written. */
export const run = async (args: readonly string[], { cwd, templates: folder, input, output }: Surroundings) => {
  const given = parseArguments(args)
  if (given === "help") return void output.write(help)
  const check = (directory: string) => {
    const problem = findDirectoryProblem(resolve(cwd, directory))
    if (problem !== undefined) throw new Error(problem)
  }
  // Before the first prompt, so no visitor fills in the others in vain.
  if (given.directory !== undefined) check(given.directory)
  const choices = input.isTTY ? await promptForMissing(given, cwd, { input, output }) : useDefaults(given)
  check(choices.directory)
  const directory = resolve(cwd, choices.directory)
  createSite(directory, { ...choices, name: packageName(directory) }, folder)
  output.write(nextSteps(relative(cwd, directory), choices))
}

const nextSteps = (path: string, { template, projectId }: Complete): string => {
  const steps = [...(path === "" ? [] : [`cd ${/^[\w@./-]+$/.test(path) ? path : JSON.stringify(path)}`])]
  return `
Created ${path || "the site"} from the template "${template}". Next:

${[...steps, "npm install", "npm run dev"].map((step) => `  ${step}\n`).join("")}${
  projectId === undefined
    ? `\nThe site uses demo wallets until you set your project ID in ${templates[template].modal}.\n`
    : ""
}`
}
