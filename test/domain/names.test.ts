import { describe, expect, it } from "vitest"
import { HttpStatus, NameNotResolved } from "../../src/domain/errors.ts"
import { addressOf, isProvidersName, mayRegister, registrationMessage, typedName } from "../../src/domain/names.ts"
import { lookUpNameRow, namesOfRow, reasonOf, registerNameRow, suggestionsRow } from "../../src/domain/namesRow.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import { fixture } from "../fixtures/provider.ts"

describe("names", () => {
  it.each([
    ["harbour", true],
    ["HARB", true],
    ["h-4-2", true],
    ["1234", true],
    ["harb our", false],
    ["härbour", false],
    ["har.bour", false],
    ["\u202eharbour", false],
  ])("Name registration: the name must be letters, digits and hyphens: '%s'", (name, may) => {
    expect(mayRegister(name)).toBe(may)
  })

  it.each([
    ["", false],
    ["abc", false],
    ["abcd", true],
  ])("Name registration: the name must be at least 4 characters: '%s'", (name, may) => {
    expect(mayRegister(name)).toBe(may)
  })

  it.each([
    ["Ada Lovelace", "adalovelace"],
    ["ada.reown.id", "ada"],
    ["ADA.WCN.ID", "ada"],
    ["a\u202eda-1!", "ada-1"],
  ])("what is typed keeps what a name may hold: '%s'", (text, name) => {
    expect(typedName(text)).toBe(name)
  })

  it("end in the provider's suffix, or are the chain's own", () => {
    expect(["a.reown.id", "A.Wcn.id", "a.eth", "reown.id.eth"].map(isProvidersName)).toEqual([true, true, false, false])
  })

  it("are registered by a text of their whole name and the time in seconds", () => {
    expect(registrationMessage("ada-1", 1_767_225_600_999)).toBe(
      '{"name":"ada-1.reown.id","attributes":{},"timestamp":1767225600}',
    )
  })

  it("stand for the address of a chain, else for the first that they have", () => {
    const record = { name: "a", addresses: { 60: { address: "0x1" }, 2147483785: { address: "0x2" } } }
    expect([addressOf(record, 2147483785), addressOf(record, 5), addressOf(record, undefined)]).toEqual([
      "0x2",
      "0x1",
      "0x1",
    ])
    expect(addressOf({ name: "a", addresses: {} }, 60)).toBeUndefined()
  })
})

describe("the provider's name service", () => {
  const read = decodeUnknown(lookUpNameRow.answer)
  const { answer: record } = fixture("profile-lookup") as { readonly answer: object }

  it("GET /v1/profile/account/{name}: name resolution, returns addresses", () => {
    expect([lookUpNameRow.path({ name: "a/b" }), lookUpNameRow.query({ name: "a" }), lookUpNameRow.fresh]).toEqual([
      "/v1/profile/account/a%2Fb",
      { apiVersion: 2 },
      300_000,
    ])
    expect(read(record)).toEqual({
      name: "portico.reown.id",
      registered_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      attributes: [{ bio: "hello" }],
      addresses: { 60: { address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", created: "2026-01-01T00:00:00Z" } },
    })
  })

  it("Name data: ENS name records: name, registered_at, updated_at, addresses, attributes: bad parts are left out", () => {
    const addresses = { 60: { address: "0x1" }, 61: { address: "<b>" }, 62: null, 63: { address: 5 } }
    const attributes = [{ avatar: "javascript:alert(1)", bio: "a\u202eb" }, null, { avatar: "https://a.example/a.png" }]
    expect(read({ name: "ada\u202e.reown.id", addresses, attributes })).toEqual({
      name: "ada.reown.id",
      addresses: { 60: { address: "0x1" } },
      attributes: [{ bio: "ab" }, { avatar: "https://a.example/a.png" }],
    })
    for (const foreign of [undefined, null, "<html>", [], 7, {}]) expect(read(foreign)).toBeInstanceOf(Error)
  })

  it("GET /v1/profile/reverse/{address}: names for an address", () => {
    const asked = { address: "0xab", sender: "0xcd" }
    expect([namesOfRow.path(asked), namesOfRow.query(asked)]).toEqual([
      "/v1/profile/reverse/0xab",
      { sender: "0xcd", apiVersion: 2 },
    ])
    const answer = decodeUnknown(namesOfRow.answer)([...(fixture("profile-reverse").answer as object[]), null])
    expect(answer).toMatchObject([{ name: "portico.reown.id" }])
  })

  it("GET /v1/profile/suggestions/{name}: name suggestions", () => {
    expect([suggestionsRow.path({ name: "a?b" }), suggestionsRow.query({ name: "a" })]).toEqual([
      "/v1/profile/suggestions/a%3Fb",
      { zone: "reown.id" },
    ])
    const answer = decodeUnknown(suggestionsRow.answer)(fixture("profile-suggestions").answer)
    expect(answer).toMatchObject({ suggestions: [{ name: "portico.reown.id", registered: true }, {}, {}, {}] })
  })

  it("POST /v1/profile/account; body: coin_type, address, message, signature", () => {
    const { method, path, body } = fixture("profile-register")
    const { coin_type, ...rest } = body as { coin_type: number; address: string; message: string; signature: string }
    const registration = { coinType: coin_type, ...rest }
    expect([registerNameRow.method, registerNameRow.path(registration), registerNameRow.fresh]).toEqual([
      method,
      path,
      0,
    ])
    expect(registerNameRow.body?.(registration)).toEqual(body)
  })

  it.each([
    [
      '{"status":"FAILED","reasons":[{"field":"name","description":"Name is already registered"},{"description":"no"}]}',
      "Name is already registered",
    ],
    ['{"reasons":[{"description":"a\\u202eb"}]}', "ab"],
    ['{"reasons":[]}', undefined],
    ['{"reasons":"no"}', undefined],
    ["<!doctype html>", undefined],
    ["", undefined],
  ])("The API's first reason description is used: %s", (text, reason) => {
    const cause = new HttpStatus(400, { cause: { status: 400, text } })
    expect(reasonOf(cause)).toBe(reason)
    expect(lookUpNameRow.failure(cause)).toEqual(new NameNotResolved(reason, { cause }))
    expect(lookUpNameRow.failure(cause).message).toBe(reason ?? "Error resolving name")
  })
})
