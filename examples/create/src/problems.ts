import { existsSync, readdirSync, statSync } from "node:fs"
import { basename, dirname } from "node:path"
import validate from "validate-npm-package-name"
import { networkChoices } from "./networks.ts"
import { templateNames } from "./templates.ts"

/** Checks a value from the command line or a prompt. Returns the problem as one sentence, `undefined` if it is valid. */
type FindProblem = (value: string) => string | undefined

/** Name of the package in a directory. */
export const packageName = (directory: string): string => basename(directory)

/** Checks the new site's directory, an absolute path: its name, and that nothing is in it. */
export const findDirectoryProblem: FindProblem = (directory) => {
  const name = packageName(directory)
  const { validForNewPackages, errors = [], warnings = [] } = validate(name)
  if (!validForNewPackages) return `"${name}" cannot name an npm package: ${[...errors, ...warnings][0]}.`
  const blocker = firstFileOnTheWay(directory)
  if (blocker !== undefined) return `${blocker} is not a directory.`
  // A new git repository counts as empty.
  const isEmpty = !existsSync(directory) || readdirSync(directory).every((entry) => entry === ".git")
  return isEmpty ? undefined : `${directory} is not empty. Nothing was written.`
}

/** The directory itself or its nearest existing parent, if that is not a directory. */
const firstFileOnTheWay = (path: string): string | undefined => {
  if (!existsSync(path)) return firstFileOnTheWay(dirname(path))
  return statSync(path).isDirectory() ? undefined : path
}

export const findTemplateProblem: FindProblem = (template) =>
  templateNames.some((name) => name === template)
    ? undefined
    : `Unknown template "${template}". Templates: ${templateNames.join(", ")}.`

/** Checks a project ID. Letters, digits, - and _ mean the same in every file of a template, so none needs escaping. */
export const findProjectIdProblem: FindProblem = (projectId) =>
  /^[\w-]+$/.test(projectId) ? undefined : `"${projectId}" is not a project ID: use letters, digits, - and _.`

/** Checks names of networks, separated by commas. */
export const findNetworksProblem: FindProblem = (networks) => {
  const names = networkChoices.map(({ name }) => name)
  const unknown = splitNetworks(networks).find((name) => !names.includes(name))
  return unknown === undefined ? undefined : `Unknown network "${unknown}". Networks: ${names.join(", ")}.`
}

/** Names of networks in a list separated by commas, each once. */
export const splitNetworks = (networks: string): readonly string[] => [
  ...new Set(networks.split(",").map((name) => name.trim())),
]
