import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { minVersion, satisfies } from "semver"
import type { Verdict } from "./source.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

interface Installed {
  readonly folder: string
  readonly manifest: Manifest
}

/** Phrases of permissive licenses, ignoring spaces and case. A file must contain all phrases of a row. */
const permissive: Readonly<Record<string, readonly string[]>> = {
  MIT: [
    "permission is hereby granted, free of charge, to any person obtaining a copy",
    "to use, copy, modify, merge, publish, distribute, sublicense",
    'the software is provided "as is"',
  ],
  ISC: [
    "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted",
  ],
  BSD: ["redistribution and use in source and binary forms, with or without modification, are permitted"],
  "Apache-2.0": ["apache license, version 2.0"],
  "Apache-2.0, whole text": ["apache license version 2.0, january 2004", "grant of patent license"],
  Unlicense: ["this is free and unencumbered software released into the public domain"],
  "CC0-1.0": ["cc0 1.0 universal"],
  "BlueOak-1.0.0": ["blue oak model license"],
}

/** Phrases that revoke the permission or restrict users of the package. */
const binding =
  /commons clause|gnu (lesser |affero )?general public|non-?commercial|monthly active|community licen[cs]e|business source|server side public|enterprise licen[cs]e/

/** Packages without a license file, and the license in their package.json. */
const withoutFile: Readonly<Record<string, string>> = {
  "@bitcoinerlab/secp256k1": "MIT",
  "@safe-global/safe-apps-sdk": "MIT",
  "@stitches/react": "MIT",
  tr46: "MIT",
  uint8arrays: "MIT",
}

/** These packages are read wherever they are installed, since their newer versions restrict the sites that use them. */
const watched = ["@walletconnect", "@reown"]

/**
 * Checks that a site may use everything Portico ships, from the license files installed at `root` rather than from package metadata. Also
 * checks that every dependency is pinned to one version with its reason in the README, and that no shipped one needs a newer Node than the
 * package itself, since engine-strict would reject the install.
 */
export const licences = (root: string): Verdict => {
  const own = manifestOf(root)
  const shipped = closure(root, own)
  const read = [...shipped, ...watched.flatMap((scope) => scopeOf(root, scope))]
  const packages = [...new Map(read.map((each) => [each.folder, each])).values()]
  return {
    problems: [
      ...packages.flatMap((each) => wrongLicence(root, each)),
      ...unpinned(own),
      ...unexplained(root, own),
      ...shipped.flatMap((each) => wantsNewerNode(own, each)),
    ],
    note: `${packages.length} packages`,
  }
}

/** Name of the permissive license in a text. `undefined` if it is not permissive. */
export const licenceOf = (text: string): string | undefined => {
  const words = text.replace(/[“”']/g, '"').replace(/\s+/g, " ").toLowerCase()
  if (binding.test(words)) return undefined
  return Object.entries(permissive).find(([, phrases]) => phrases.every((phrase) => words.includes(phrase)))?.[0]
}

const wrongLicence = (root: string, { folder, manifest }: Installed): readonly string[] => {
  const { name, version, license } = manifest
  const files = readdirSync(folder).filter(
    (file) => /^(licen[cs]e|copying|unlicense)/i.test(file) && statSync(join(folder, file)).isFile(),
  )
  if (files.length === 0)
    return withoutFile[name] !== undefined && withoutFile[name] === license
      ? []
      : [`${name} ${version} has no license file and declares ${JSON.stringify(license)}`]
  return files
    .filter((file) => licenceOf(readFileSync(join(folder, file), "utf8")) === undefined)
    .map((file) => `${name} ${version}: ${relative(root, join(folder, file))} is not a permissive license`)
}

const wantsNewerNode = (own: Manifest, { manifest }: Installed): readonly string[] => {
  const lowest = minVersion(own.engines?.node ?? "*")?.version ?? ""
  const { name, version, engines } = manifest
  return satisfies(lowest, engines?.node ?? "*")
    ? []
    : [`${name} ${version} needs Node ${engines?.node}, not ${lowest}`]
}

const unpinned = ({ dependencies = {} }: Manifest): readonly string[] =>
  Object.entries(dependencies)
    .filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
    .map(([name, range]) => `${name} is not pinned to one version but to ${range}`)

const unexplained = (root: string, { dependencies = {} }: Manifest): readonly string[] => {
  const path = join(root, "README.md")
  const readme = existsSync(path) ? readFileSync(path, "utf8") : ""
  const rows = readme.split("\n").filter((line) => /^\|.*\|.*\|/.test(line))
  return Object.keys(dependencies)
    .filter((name) => !rows.some((row) => row.split(/[|\s`,;()[\]]+/).includes(name)))
    .map((name) => `${name} has no row with its reason in a table of README.md`)
}

const closure = (root: string, own: Manifest): readonly Installed[] => {
  const seen = new Map<string, Installed>()
  const add = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const folder = resolve(from, name)
      if (folder === undefined || seen.has(folder)) continue
      const manifest = manifestOf(folder)
      seen.set(folder, { folder, manifest })
      add(folder, Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    }
  }
  add(root, Object.keys({ ...own.dependencies, ...own.optionalDependencies, ...own.peerDependencies }))
  return [...seen.values()]
}

const scopeOf = (folder: string, scope: string): readonly Installed[] => {
  const modules = join(folder, "node_modules")
  if (!existsSync(modules)) return []
  const below = readdirSync(modules)
    .filter((entry) => !entry.startsWith("."))
    .flatMap((entry) =>
      entry.startsWith("@") ? readdirSync(join(modules, entry)).map((name) => join(entry, name)) : [entry],
    )
  return below.flatMap((name) => [
    ...(name.startsWith(`${scope}/`)
      ? [{ folder: join(modules, name), manifest: manifestOf(join(modules, name)) }]
      : []),
    ...scopeOf(join(modules, name), scope),
  ])
}

/** The folder from which Node would resolve `name` when imported from `from`. `undefined` if it is not installed. */
const resolve = (from: string, name: string): string | undefined => {
  const here = join(from, "node_modules", name)
  if (existsSync(join(here, "package.json"))) return here
  return dirname(from) === from ? undefined : resolve(dirname(from), name)
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
