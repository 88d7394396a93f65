import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { HttpStatus, NameNotResolved } from "../../src/errors/index.ts"
import {
  lookUpNameEndpoint,
  namesOfEndpoint,
  reasonOf,
  registerNameEndpoint,
  suggestionsEndpoint,
} from "../../src/names/endpoints.ts"
import {
  addressOn,
  isProvidersName,
  isRegistrable,
  mayRegister,
  registrationMessage,
  typedName,
} from "../../src/names/model.ts"
import { fixture } from "../fixtures/provider.ts"
import { rejects, sent } from "../fixtures/rows.ts"

describe("names", () => {
  it("Name registration: the name must be letters, digits and hyphens", () => {
    for (const name of ["harbour", "HARB", "h-4-2", "1234"]) expect(mayRegister(name), name).toBe(true)
    for (const name of ["harb our", "härbour", "har.bour", "har_bour", "harbour!", "\u202eharbour"])
      expect(mayRegister(name), name).toBe(false)
  })

  it("Name registration: the name must be at least 4 characters", () => {
    expect(["", "a", "abc", "abcd", "abcde"].filter(mayRegister)).toEqual(["abcd", "abcde"])
  })

  it.each([
    ["Ada Lovelace", "adalovelace"],
    ["ada.reown.id", "ada"],
    ["ADA.WCN.ID", "ada"],
    ["a\u202eda-1!", "ada-1"],
  ])("keep only valid characters while typed: '%s'", (text, name) => {
    expect(typedName(text)).toBe(name)
  })

  it("end in the provider's suffix, or belong to the chain's own name service", () => {
    expect(["a.reown.id", "A.Wcn.id", "a.eth", "reown.id.eth"].map(isProvidersName)).toEqual([true, true, false, false])
  })

  it("have the form of a name that the provider registers", () => {
    const names = [
      "ada.reown.id",
      "a-1.b.reown.id",
      "Ada.reown.id",
      "äda.reown.id",
      "ada.reown.id/",
      "a..reown.id",
      "ada",
    ]
    expect(names.filter(isRegistrable)).toEqual(["ada.reown.id", "a-1.b.reown.id"])
  })

  it("are registered with a text of their full name and the time in seconds", () => {
    expect(registrationMessage("ada-1", 1_767_225_600_999)).toBe(
      '{"name":"ada-1.reown.id","attributes":{},"timestamp":1767225600}',
    )
  })

  it("resolve to the address of a network, or else to the one on Ethereum, marked as such", () => {
    const [one, two] = [{ address: `0x${"1".repeat(40)}` }, { address: `0x${"2".repeat(40)}` }]
    const record = { name: "a", addresses: { 60: one, 2147483785: two } }
    expect(addressOn(record, "eip155:137")).toEqual(two)
    expect(addressOn(record, "eip155:1")).toEqual(one)
    expect(addressOn(record, "eip155:10")).toEqual({ ...one, only: "eip155:1" })
    expect(addressOn({ name: "a", addresses: {} }, "eip155:1")).toBeUndefined()
    for (const address of [`a${one.address}`, `${one.address}1`, "So1"]) {
      const addresses = { 60: { address }, 2147483648: two }
      expect(addressOn({ name: "a", addresses }, "eip155:1"), address).toEqual(two)
    }
  })
})

describe("the provider's name service", () => {
  const read = decodeUnknown(lookUpNameEndpoint.response)
  const { answer: record } = fixture("profile-lookup") as { readonly answer: object }

  it("GET /v1/profile/account/{name}: name resolution, returns addresses", () => {
    expect(sent(lookUpNameEndpoint, { name: "a/b" })).toEqual([
      "GET blockchain /v1/profile/account/a%2Fb",
      { apiVersion: 2 },
    ])
    expect(lookUpNameEndpoint.fresh).toBe(300_000)
    const at = "2026-01-01T00:00:00Z"
    expect(read(record)).toEqual({
      name: "portico.reown.id",
      registered_at: at,
      updated_at: at,
      attributes: [{ bio: "hello" }],
      addresses: { 60: { address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", created: at } },
    })
    const addresses = { 60: { address: "0x1" }, 501: { address: "So1" }, 2147483785: { address: "0x2" } }
    expect(read({ ...record, addresses })).toMatchObject({ addresses })
  })

  it("Name data: ENS name records: name, registered_at, updated_at, addresses, attributes: bad parts are left out", () => {
    const addresses = {
      60: { address: "0x1" },
      61: { address: "<b>" },
      64: { address: "<0x1" },
      65: { address: "0x1>" },
      62: null,
      63: { address: 5 },
    }
    const attributes = [{ avatar: "javascript:alert(1)", bio: "a\u202eb" }, null, { avatar: "https://a.example/a.png" }]
    expect(read({ name: "ada\u202e.reown.id", addresses, attributes })).toEqual({
      name: "ada.reown.id",
      addresses: { 60: { address: "0x1" } },
      attributes: [{ bio: "ab" }, { avatar: "https://a.example/a.png" }],
    })
    rejects(lookUpNameEndpoint, {})
  })

  it("GET /v1/profile/reverse/{address}: names for an address", () => {
    const asked = { address: "0xaB", sender: "0xCd" }
    const query = { sender: "0xCd", apiVersion: 2 }
    expect(sent(namesOfEndpoint, asked)).toEqual(["GET blockchain /v1/profile/reverse/0xaB", query])
    const answer = decodeUnknown(namesOfEndpoint.response)([...(fixture("profile-reverse").answer as object[]), null])
    expect(answer).toMatchObject([{ name: "portico.reown.id" }])
  })

  it("GET /v1/profile/suggestions/{name}: name suggestions", () => {
    const request = "GET blockchain /v1/profile/suggestions/a%3Fb"
    expect(sent(suggestionsEndpoint, { name: "a?b" })).toEqual([request, { zone: "reown.id" }])
    const answer = decodeUnknown(suggestionsEndpoint.response)(fixture("profile-suggestions").answer)
    expect(answer).toMatchObject({ suggestions: [{ name: "portico.reown.id", registered: true }, {}, {}, {}] })
  })

  it("POST /v1/profile/account; body: coin_type, address, message, signature", () => {
    const { method, path, body } = fixture("profile-register")
    const { coin_type, ...rest } = body as { coin_type: number; address: string; message: string; signature: string }
    const registration = { coinType: coin_type, ...rest }
    expect(sent(registerNameEndpoint, registration)).toEqual([`${method} blockchain ${path}`, body])
    expect(registerNameEndpoint.fresh).toBe(0)
  })

  it.each([
    [
      '{"status":"FAILED","reasons":[{"field":"name","description":"Name is taken"},{"description":"no"}]}',
      "Name is taken",
    ],
    ['{"reasons":[{"description":"a\\u202eb"}]}', "ab"],
    ['{"reasons":[]}', undefined],
    ['{"reasons":"no"}', undefined],
    ["<!doctype html>", undefined],
    ["", undefined],
  ])("The API's first reason description is used: %s", (text, reason) => {
    const cause = new HttpStatus(400, { cause: { status: 400, text } })
    expect(reasonOf(cause)).toBe(reason)
    expect(lookUpNameEndpoint.failure(cause)).toEqual(new NameNotResolved(reason, { cause }))
    for (const [endpoint, otherwise] of [
      [lookUpNameEndpoint, "Error resolving name"],
      [namesOfEndpoint, "Error fetching names for address"],
      [suggestionsEndpoint, "Error fetching name suggestions"],
    ] as const) {
      expect(endpoint.failure(cause).message).toBe(reason ?? otherwise)
      expect(endpoint.failure(cause).cause).toBe(cause)
    }
  })
})
