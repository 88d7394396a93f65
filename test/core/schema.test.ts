import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { amountText } from "../../src/core/assetSchema.ts"
import {
  arrayOfValid,
  arrayWithValid,
  byType,
  decodeUnknown,
  optionalOr,
  record,
  shownName,
} from "../../src/core/opening/schema.ts"
import { pageUrl } from "../../src/core/pageUrl.ts"
import { InvalidInput } from "../../src/errors/index.ts"
import { invalidInput } from "../../src/options/guards.ts"
import { throwing } from "../fixtures/hostile.ts"

const person = decodeUnknown(
  Schema.Struct({
    name: Schema.String,
    age: Schema.optionalKey(Schema.Finite),
    mode: Schema.Literals(["light", "dark"]),
    tags: Schema.Array(Schema.Struct({ text: Schema.Union([Schema.String, Schema.Number]) })),
  }),
)
const sound = { name: "Ada", mode: "dark", tags: [{ text: "a" }, { text: 1 }] } as const

describe("decodeUnknown", () => {
  it("returns a valid value", () => {
    expect(person(sound)).toEqual(sound)
  })

  const wrong: readonly (readonly [input: unknown, message: string, path: string])[] = [
    [undefined, "Required", ""],
    [null, "Expected object, received null", ""],
    ["<html>", "Expected object, received string", ""],
    [[], "Expected object, received array", ""],
    [{ ...sound, name: undefined }, "Required", "name"],
    [{ mode: "dark", tags: [] }, "Required", "name"],
    [{ ...sound, name: 7 }, "Expected string, received number", "name"],
    [{ ...sound, age: "7" }, "Expected number, received string", "age"],
    [{ ...sound, age: Number.NaN }, "Expected a finite number, received nan", "age"],
    [{ ...sound, mode: "blue" }, "Expected 'light' | 'dark', received 'blue'", "mode"],
    [{ ...sound, tags: {} }, "Expected array, received object", "tags"],
    [{ ...sound, tags: [{ text: "a" }, { text: true }] }, "Expected string | number, received boolean", "tags.1.text"],
    [{ ...sound, tags: [null] }, "Expected object, received null", "tags.0"],
  ]
  it("Schema validation messages look like 'Required' and 'Expected X, received Y'", () => {
    expect(wrong.map(([input]) => person(input))).toEqual(
      wrong.map(([, message, path]) => new InvalidInput(message, path)),
    )
  })

  it("drops unknown fields, and treats the name of a prototype like any other", () => {
    const sent = JSON.parse(
      '{ "__proto__": { "age": 7 }, "constructor": 1, "prototype": 1, "name": "Ada", "mode": "dark", "tags": [], "more": 1 }',
    )
    const given = person(sent)

    expect(given).toStrictEqual({ name: "Ada", mode: "dark", tags: [] })
    expect(decodeUnknown(record(Schema.Unknown))(sent)).toStrictEqual({ name: "Ada", mode: "dark", tags: [], more: 1 })
    expect(Object.prototype).not.toHaveProperty("age")
  })

  it.each([
    new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing }),
    Object.defineProperty({}, "name", { enumerable: true, get: throwing }),
  ])("fails with InvalidInput if reading throws", (input) => {
    expect(person(input)).toEqual(new InvalidInput("Expected plain data, received object"))
  })
})

describe("byType", () => {
  const shape = decodeUnknown(
    byType([
      Schema.Struct({ type: Schema.Literal("circle"), radius: Schema.Finite }),
      Schema.Struct({ type: Schema.Literal("point") }),
    ]),
  )

  it("decodes the member of the type", () => {
    expect(shape({ type: "circle", radius: 1, more: 2 })).toStrictEqual({ type: "circle", radius: 1 })
    expect(shape({ type: "point" })).toStrictEqual({ type: "point" })
  })

  it.each([
    [null, "Expected object, received null", ""],
    [{}, "Required", "type"],
    [{ type: "square" }, "Expected 'circle' | 'point', received 'square'", "type"],
    [{ type: "circle", radius: "1" }, "Expected number, received string", "radius"],
  ])("names the types, or what is wrong with the member: %j", (input, message, path) => {
    expect(shape(input)).toEqual(new InvalidInput(message, path))
  })
})

describe("arrayOfValid", () => {
  const numbers = decodeUnknown(arrayOfValid(Schema.Number))

  it("omits only invalid entries", () => {
    expect(numbers([1, "2", null, 3, {}, undefined])).toEqual([1, 3])
    expect(numbers([])).toEqual([])
  })

  it.each([undefined, null, "12", { 0: 1, length: 1 }])("fails if the value is not a list: %j", (input) => {
    expect(numbers(input)).toBeInstanceOf(InvalidInput)
  })
})

describe("arrayWithValid", () => {
  const numbers = decodeUnknown(arrayWithValid(Schema.Number, "id"))

  it.each([
    [
      [1, "2", null, 3],
      [1, 3],
    ],
    [[{ id: "a" }, 5], [5]],
    [[{ id: "a" }, null], []],
    [[], []],
  ])("omits invalid entries: %j", (input, output) => {
    expect(numbers(input)).toEqual(output)
  })

  it.each([[["1"]], [[null, { id: 1 }, { name: "a" }]]])("fails if no entry is one: %j", (input) => {
    expect(numbers(input)).toEqual(new InvalidInput("Expected valid entries, received array"))
  })
})

describe("text that must pass a test", () => {
  it("is named if it does not", () => {
    expect(decodeUnknown(amountText)("lots")).toEqual(new InvalidInput("Expected amount, received 'lots'"))
    for (const host of ["https://pay.example", "http://localhost:80", "http://127.0.0.10", "http://[::1]:80"])
      expect(decodeUnknown(pageUrl)(`${host}/1`)).toBe(`${host}/1`)
    const alike = ["http://localhost.example/1", "http://notlocalhost/1", "http://127.0.0.1.example/1"]
    for (const url of ["http://pay.example/1", "javascript:alert(1)", ...alike])
      expect(decodeUnknown(pageUrl)(url)).toEqual(new InvalidInput(`Expected safe web address, received '${url}'`))
  })
})

describe("optionalOr", () => {
  const read = decodeUnknown(
    Schema.Struct({
      url: optionalOr(Schema.String, (text) => (text === "bad" ? undefined : `${text}!`)),
      size: optionalOr(Schema.Number),
    }),
  )

  it.each([
    [{ url: "a" }, { url: "a!" }],
    [{ url: "bad" }, {}],
    [{ url: "bad", size: 2 }, { size: 2 }],
    [{ url: null }, {}],
    [{ url: 5 }, {}],
    [{ url: undefined }, {}],
    [{}, {}],
  ])("of %j is %j", (input, output) => {
    expect(read(input)).toStrictEqual(output)
  })
})

describe("shownName", () => {
  const name = decodeUnknown(shownName)

  it("is sanitized", () => {
    expect(name("Meta\u202eMask\n")).toBe("MetaMask")
  })

  it.each(["", " ", "\u202e\u0000", 7, null])("is missing if nothing would be visible: %j", (input) => {
    expect(name(input)).toBeInstanceOf(InvalidInput)
  })
})

describe("the message for invalid input", () => {
  it.each([
    ["string", undefined, "Required"],
    ["string", null, "Expected string, received null"],
    ["string", Number.NaN, "Expected string, received nan"],
    ["string", Symbol("s"), "Expected string, received symbol"],
    ["boolean", "true", "Expected boolean, received string"],
    ["string or number", "x", "Expected string or number, received string"],
    ["URL", "x", "Expected URL, received 'x'"],
    ["URL", () => {}, "Expected URL, received function"],
    ["URL", "a\u202e\u0000b\n", "Expected URL, received 'ab'"],
    ["URL", "y".repeat(10_000), `Expected URL, received '${"y".repeat(40)}...'`],
  ])("for %s: %j", (what, value, sentence) => {
    expect(invalidInput(what, value).message).toBe(sentence)
  })
})
