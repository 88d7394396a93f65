import { describe, expect, it } from "vitest"
import { readExcluded, recognised } from "../../src/wallets/model/excludedWallets.ts"

describe("excluded wallets", () => {
  it("are identified by the directory's data; the others stay unchanged", () => {
    const excluded = [{ id: "a" }, { id: "b", name: "Bee" }, { id: "c", name: "Sea", rdns: "test.c" }]
    const directory = [
      { id: "c", name: "Ocean" },
      { id: "a", name: "Ay", rdns: "test.a", mobile_link: "a://" },
      { id: "z", name: "Zed" },
    ]

    expect(recognised(excluded, directory)).toEqual([
      { id: "a", name: "Ay", rdns: "test.a" },
      { id: "b", name: "Bee" },
      { id: "c", name: "Ocean" },
    ])
    expect(recognised([], directory)).toEqual([])
  })

  it.each([
    [undefined, []],
    [{}, []],
    ["abc", []],
    [[null, 1, "a", { name: "No id" }, { id: 7 }], []],
    [
      [
        { id: "a", name: 1, rdns: [] },
        { id: "b", name: "", rdns: "", more: true },
        { id: "c", name: "Sea", rdns: "test.c" },
      ],
      [{ id: "a" }, { id: "b" }, { id: "c", name: "Sea", rdns: "test.c" }],
    ],
  ])("stored as %j are read back as %j", (value, expected) => {
    expect(readExcluded(value)).toEqual(expected)
  })
})
