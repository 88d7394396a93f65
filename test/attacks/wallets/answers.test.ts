import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { assert, describe, expect, it } from "vitest"
import { capabilitiesOf } from "../../../layers/chains/evm/capabilities.ts"
import type { Nft } from "../../../src/balances/model/nfts.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { throwing, throwingProxy } from "../../fixtures/hostile.ts"
import { attacks, seed, tell } from "../cases.ts"

const account = `0x${"1".repeat(40)}`
const contract = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const request = {
  chainId: "0x1",
  expiry: 2_000_000_000,
  signer: { type: "keys", data: { keys: [{ type: "secp256k1", publicKey: "0x02ab" }] } },
  permissions: [{ type: "native-token-recurring-allowance", data: { allowance: "0x1", start: 0, period: 60 } }],
} as const

const honest = {
  assets: {
    "0x1": [
      {
        address: contract,
        balance: "0x1",
        type: "ERC20",
        metadata: { name: "USD Coin", symbol: "USDC", decimals: 6, price: 1, iconUrl: "" },
      },
    ],
  },
  nfts: { "0x1": [{ address: contract, type: "ERC721", metadata: { tokenId: "0x2a", name: "Kite" } }] },
  capabilities: { "0x1": { atomic: { status: "supported" } } },
  callsStatus: { status: 200, receipts: [{ status: "0x1", transactionHash: `0x${"a".repeat(64)}` }] },
  sendCalls: { id: "0x1" },
  grantPermissions: { ...request, context: "0xc0" },
} as const

type Ability = keyof typeof honest

/** Results of the wallet operations with this response. */
const resultOf = (ability: Ability, answer: unknown): Effect.Effect<unknown, { readonly _tag: string }> => {
  const wallet = capabilitiesOf({
    // A Promise cannot resolve with a value whose `then` throws when read.
    request: ({ method }: { readonly method: string }) =>
      method === "eth_chainId" ? Promise.resolve("0x1") : (answered(answer) as Promise<unknown>),
    on: () => undefined,
    removeListener: () => undefined,
  } as never)
  const query = { address: account, chainId: "eip155:1" }
  switch (ability) {
    case "assets":
      return wallet.assets(query)
    case "nfts":
      return wallet.nfts(query)
    case "capabilities":
      return wallet.capabilities(account)
    case "callsStatus":
      return wallet.callsStatus("0x1")
    case "sendCalls":
      return wallet.sendCalls({ network: mainnet, from: account, calls: [{ to: contract, value: 0n }] })
    case "grantPermissions":
      return wallet.grantPermissions(request)
  }
}

const answered = (answer: unknown) => {
  try {
    return Promise.resolve(answer)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Values that throw, never end or imitate others. */
const hostile = (draw: Draw): unknown => {
  const { proxy, revoke } = Proxy.revocable([{}, []][draw.upTo(1)] as object, {})
  revoke()
  const ring: unknown[] = []
  ring.push(ring, { ring })
  return draw.oneOf([
    proxy,
    throwingProxy({}),
    throwingProxy([]),
    Object.defineProperty({}, "metadata", { enumerable: true, get: throwing }),
    ring,
    { toString: throwing, valueOf: throwing, toJSON: throwing },
    Object.assign(Object.create(null), { length: 2 ** 53 }),
    new Array(draw.oneOf([1, 2 ** 32 - 1])),
    throwing,
    Symbol("a"),
    10n,
    Number.MAX_SAFE_INTEGER,
    Number.NaN,
    -1,
    1e300,
    "",
    "\u202e\u{e0001}",
    "0x".padEnd(100_000, "f"),
    null,
    undefined,
    JSON.parse('{"__proto__": {"status": 200}}'),
  ])
}

/** A response with a hostile value in place of one of its values, or before a list's entries. */
const broken = (value: unknown, draw: Draw): unknown => {
  if (draw.upTo(3) === 0 || typeof value !== "object" || value === null) return hostile(draw)
  if (Array.isArray(value)) return draw.upTo(1) === 0 ? [hostile(draw), ...value] : [broken(value[0], draw)]
  const entries = Object.entries(value)
  const [name] = draw.oneOf(entries)
  return Object.fromEntries(entries.map(([key, field]) => [key, key === name ? broken(field, draw) : field]))
}

/** Characters that hide or reorder text. */
const hiding = ["", "\u0000", "\n", "\u202e", "\u2066", "\u200b", "\u{e0001}", "\ue000", "\u2028", "x".repeat(5_000)]

describe(`Responses of wallets (${attacks} cases of seed ${seed})`, () => {
  it.each(Object.keys(honest) as Ability[])("to %s are decoded, or fail with a typed error", async (ability) => {
    expect(Exit.isSuccess(await Effect.runPromiseExit(resultOf(ability, honest[ability])))).toBe(true)
    const actedOn: string[] = []
    for (const draw of draws(attacks, seed)) {
      const exit = await Effect.runPromiseExit(resultOf(ability, broken(honest[ability], draw)))
      const defects = Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason) : []
      actedOn.push(...defects.map(({ defect }) => String(defect)))
    }
    tell(`Answers of wallets to ${ability}`, attacks, actedOn)
  })

  it("lose no honest collectible to a hostile one", async () => {
    for (const draw of draws(attacks, seed)) {
      const answer = { "0x1": [hostile(draw), ...honest.nfts["0x1"], hostile(draw)] }
      expect(await Effect.runPromise(resultOf("nfts", answer))).toMatchObject([{ name: "Kite" }])
    }
    tell("Hostile collectibles beside an honest one", attacks, [])
  })

  it("show nothing of a collectible but plain text, and pictures over HTTPS or inside the response", async () => {
    const schemes = [
      "javascript:alert(1)",
      "http://a.example/a.png",
      "data:text/html,<script>",
      "//a.example",
      "ipfs://a",
      "blob:a",
    ]
    const pictures = [...schemes, " https://a.example/a.png", "https://u:p@a.example/a.png", "HTTPS://a.example/a.png"]
    const actedOn: string[] = []
    for (const draw of draws(attacks, seed)) {
      const said = () =>
        draw.upTo(5) === 0 ? hostile(draw) : draw.oneOf(pictures) + draw.oneOf(hiding) + draw.oneOf(hiding)
      const picture = () => (draw.upTo(5) === 0 ? hostile(draw) : draw.oneOf(pictures) + draw.oneOf(["", "#", "\n"]))
      const texts = { name: said(), symbol: said(), collection: said(), description: said() }
      const attributes = [{ trait_type: said(), value: said() }, hostile(draw), { trait_type: "Ring", value: said() }]
      const flags = { is_spam: draw.upTo(1) === 0 }
      const metadata = { tokenId: "0x2a", ...texts, attributes, iconUrl: picture(), image: picture(), flags }
      const answer = { "0x1": [{ address: contract, type: "ERC1155", balance: "0x2", metadata }] }
      const [nft] = (await Effect.runPromise(resultOf("nfts", answer))) as readonly Nft[]
      assert.isDefined(nft)
      const { name, collection, description, picture: small, largePicture, traits } = nft
      const shown = [name, collection, description, ...traits.flatMap((trait) => [trait.name, trait.value])]
      const isSafe = (url: string) =>
        url === "" || (!flags.is_spam && /^(https:\/\/a\.example\/|data:image\/)/.test(url))
      if (!isSafe(small) || !isSafe(largePicture)) actedOn.push(`${small} ${largePicture}`)
      for (const text of shown) if (/[\p{Cc}\p{Cf}\p{Co}]/u.test(text) || text.length > 1_001) actedOn.push(text)
    }
    tell("Texts and pictures of collectibles", attacks, actedOn)
  })
})
