import { assert, describe, it } from "@effect/vitest"
import type { Connection } from "../../src/connections/opening/model.ts"
import { otherType, preferredType } from "../../src/embedded/model/accountType.ts"
import { loginName } from "../../src/embedded/model/loginName.ts"
import { defaultAccountTypes } from "../../src/options/accountTypes.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"

describe("loginName", () => {
  const name = (login: Partial<NonNullable<Connection["auth"]>>) => loginName({ name: "email", ...login })

  it("A long email shown as a name (over 30 characters) is cut and ends with '...'", () => {
    const thirty = "marguerite@fernhill-books.shop"
    assert.lengthOf(thirty, 30)
    assert.strictEqual(name({ email: thirty }), thirty)
    assert.strictEqual(name({ email: `a${thirty}` }), "amarguerite@fernhill-books....")
    assert.lengthOf(name({ email: "m".repeat(300) }) ?? "", 30)
  })

  it("A discord social name that ends in 0 has that last character dropped", () => {
    assert.strictEqual(name({ name: "discord", username: "linden#0" }), "linden#")
    assert.strictEqual(name({ name: "discord", username: "linden1200" }), "linden120")
    assert.strictEqual(name({ name: "discord", username: "linden" }), "linden")
    assert.strictEqual(name({ name: "x", username: "linden0" }), "linden0")
  })

  it("is the social name, or else the email, or undefined if neither is known", () => {
    assert.strictEqual(name({ name: "google", username: "linden", email: "l@h.example" }), "linden")
    assert.strictEqual(name({}), undefined)
  })
})

describe("otherType", () => {
  const smart = { address: "0x1", type: "smartAccount" } as const
  const plain = { address: "0x2", type: "eoa" } as const
  const auth = { name: "email", smartAccountNetworks: [8453] }
  const one = (input: Partial<Connection>): Connection => ({
    namespace: "eip155",
    connectorId: "ID_AUTH",
    accounts: [plain, smart],
    caipNetwork: base,
    auth,
    ...input,
  })

  it("is a smart account on networks that have them, and the EOA on all networks", () => {
    assert.strictEqual(otherType(one({})), "smartAccount")
    assert.strictEqual(otherType(one({ caipNetwork: mainnet })), undefined)
    assert.strictEqual(otherType(one({ auth: { name: "email" } })), undefined)
    const { caipNetwork: _, ...nowhere } = one({})
    assert.strictEqual(otherType(nowhere), undefined)
    assert.strictEqual(otherType(one({ accounts: [smart, plain] })), "eoa")
    assert.strictEqual(otherType(one({ accounts: [smart, plain], caipNetwork: mainnet })), "eoa")
    assert.strictEqual(otherType(one({ accounts: [] })), "smartAccount")
  })

  it("is undefined for other wallets and other namespaces", () => {
    for (const accounts of [
      [plain, smart],
      [smart, plain],
    ]) {
      const { auth: _, ...other } = one({ accounts })
      assert.strictEqual(otherType(other), undefined)
      assert.strictEqual(otherType(one({ accounts, namespace: "solana", caipNetwork: solana })), undefined)
    }
  })
})

describe("preferredType", () => {
  it("is the visitor's choice, or else the site's, or else the EOA", () => {
    assert.strictEqual(preferredType("eip155", undefined, defaultAccountTypes), "smartAccount")
    assert.strictEqual(preferredType("eip155", { eip155: "eoa" }, defaultAccountTypes), "eoa")
    assert.strictEqual(preferredType("solana", { eip155: "smartAccount" }, defaultAccountTypes), "eoa")
    assert.strictEqual(preferredType("bip122", undefined, defaultAccountTypes), "eoa")
  })
})
