import { describe, expect, it } from "vitest"
import { temporaryFolders } from "../fixtures/folders.ts"
import { licenceOf, licences } from "./licences.ts"
import { read } from "./source.ts"

const mit = read(process.cwd(), "LICENSE")
const folderOf = temporaryFolders()

/** A project that depends on `lib` 1.0.0 and lists it in its README, with these files added or replaced. */
const problemsOf = (files: Readonly<Record<string, string>>): readonly string[] => {
  const project = {
    "package.json": JSON.stringify({ name: "site", version: "1.0.0", dependencies: { lib: "1.0.0" } }),
    "README.md": "| Package | Why |\n|---|---|\n| `lib` | it is short |\n",
    ...installed("lib"),
    ...files,
  }
  return licences(folderOf(project)).problems
}

const installed = (name: string, licence = mit, more: object = {}) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", license: "MIT", ...more }),
  [`node_modules/${name}/LICENSE`]: licence,
})

describe("the license check", () => {
  it("passes a package whose file is a permissive license", () => {
    expect(problemsOf({})).toEqual([])
  })

  it("passes a license with other spacing and case", () => {
    expect(licenceOf(mit.replaceAll('"', "'"))).toBe("MIT")
  })

  it.each([
    ["adds the Commons Clause", `${mit}\n"Commons Clause" License Condition v1.0`],
    ["charges large sites", `${mit}\nProducts above 500 Monthly Active Users need an agreement.`],
    ["is the GPL", "GNU GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007"],
    ["is not a license", "All rights reserved."],
  ])("fails if a package that declares MIT has a file that %s", (_, text) => {
    expect(problemsOf(installed("lib", text))[0]).toContain("lib 1.0.0: node_modules/lib/LICENSE")
  })

  it("reads transitive dependencies where Node finds them", () => {
    const problems = problemsOf({
      ...installed("lib", mit, { dependencies: { deep: "^2.0.0" } }),
      ...installed("deep"),
      "node_modules/lib/node_modules/deep/package.json": JSON.stringify({ name: "deep", version: "2.0.0" }),
      "node_modules/lib/node_modules/deep/LICENSE.md": "All rights reserved.",
    })

    expect(problems).toEqual(["deep 2.0.0: node_modules/lib/node_modules/deep/LICENSE.md is not a permissive license"])
  })

  it("fails if a shipped package needs a newer Node than Portico", () => {
    const own = { name: "site", version: "1.0.0", dependencies: { lib: "1.0.0" } }
    const on = (node: string) => ({ "package.json": JSON.stringify({ ...own, engines: { node } }) })
    const wants = installed("lib", mit, { dependencies: { deep: "1.0.0" } })
    const deep = installed("deep", mit, { engines: { node: ">=22.12.0" } })

    expect(problemsOf({ ...on(">=20.19"), ...wants, ...deep })).toEqual([
      "deep 1.0.0 needs Node >=22.12.0, not 20.19.0",
    ])
    expect(problemsOf({ ...on(">=22.12"), ...wants, ...deep })).toEqual([])
  })

  it("reads every @walletconnect and @reown package, shipped or not", () => {
    const problems = problemsOf({
      ...installed("@reown/kit", "Community License Agreement"),
      ...installed("other", "none"),
    })

    expect(problems).toEqual(["@reown/kit 1.0.0: node_modules/@reown/kit/LICENSE is not a permissive license"])
  })

  it("requires a file of every package except those known to have none", () => {
    const bare = { "node_modules/lib/package.json": JSON.stringify({ name: "lib", version: "1.0.0", license: "MIT" }) }
    const root = folderOf({
      ...bare,
      "package.json": JSON.stringify({ name: "site", version: "1.0.0", dependencies: { lib: "1.0.0" } }),
      "README.md": "| `lib` | it is short |",
    })

    expect(licences(root).problems).toEqual(['lib 1.0.0 has no license file and declares "MIT"'])
  })

  it("fails if a dependency is not pinned to one version", () => {
    const loose = JSON.stringify({ name: "site", version: "1.0.0", dependencies: { lib: "^1.0.0" } })

    expect(problemsOf({ "package.json": loose })).toEqual(["lib is not pinned to one version but to ^1.0.0"])
  })

  it("fails if a dependency has no row in the README's table", () => {
    expect(problemsOf({ "README.md": "We use lib.\n\n| `libs` | no |\n" })).toEqual([
      "lib has no row with its reason in a table of README.md",
    ])
  })

  it.each([
    ["MIT", mit],
    [
      "ISC",
      "Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted",
    ],
    ["Apache-2.0", 'Licensed under the Apache License, Version 2.0 (the "License");'],
    [undefined, "MIT"],
  ])("recognizes %s by its text", (name, text) => {
    expect(licenceOf(text)).toBe(name)
  })
})
