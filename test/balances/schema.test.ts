import { describe, expect, it } from "vitest"
import { hexChainId, readNfts, readTokens } from "../../src/balances/schema.ts"
import { InvalidInput } from "../../src/errors/index.ts"

const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const iconUrl = "https://pictures.example/usdc.png"
const metadata = { name: "USD Coin", symbol: "USDC", decimals: 6, price: 1, iconUrl }
const ether = { name: "Ether", symbol: "ETH", decimals: 18, price: 2500.5, iconUrl }
const token = { address: usdc, balance: "0xbc4b20", type: "ERC20", metadata }
const coin = { address: "native", balance: "0xde0b6b3a7640000", type: "NATIVE", metadata: ether }
const read = (...assets: readonly unknown[]) => readTokens({ "0x1": assets }, "eip155:1")
const without = (name: string) => Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== name))
const ignored = (...assets: readonly unknown[]) => expect(read(coin, ...assets)).toBeInstanceOf(InvalidInput)

describe("the token list of a wallet", () => {
  it("is decoded like balances: exact amounts, the native currency without an address", () => {
    const shown = ({ name, symbol, price, decimals }: typeof ether, numeric: string, value: number) => ({
      ...{ name, symbol, chainId: "eip155:1", value, price, iconUrl },
      quantity: { decimals: `${decimals}`, numeric },
    })
    expect(read(coin, token)).toEqual([
      shown(ether, "1", 2500.5),
      { ...shown(metadata, "12.34", 12.34), address: `eip155:1:${usdc}` },
    ])
    expect(readTokens({ "0x89": [token] }, "eip155:1")).toEqual([])
    expect(readTokens({ "0x1": [], "0x089": [token] }, "eip155:137")).toHaveLength(1)
    for (const chain of [" 0x1", "0x1 ", "1"]) expect(readTokens({ [chain]: [token] }, "eip155:1")).toEqual([])
    expect(read({ ...token, balance: "12340000" })).toMatchObject([{ quantity: { numeric: "12.34" } }])
    expect(hexChainId("eip155:8453")).toBe("0x2105")
  })

  it("Wallet asset response: every asset needs a string address and balance", () => {
    for (const address of [undefined, null, 7, {}]) ignored({ ...token, address }, { ...coin, address })
    for (const balance of [undefined, null, 12340000, 12n]) ignored({ ...token, balance })
  })

  it("Wallet asset response: every asset needs a type of ERC20 or NATIVE", () => {
    for (const type of [undefined, null, "", "erc20", "ERC721", "ERC1155", "native", 20]) ignored({ ...token, type })
  })

  it("Wallet asset response: every asset needs metadata with string name, symbol and iconUrl and numeric decimals and price", () => {
    ignored({ ...token, metadata: undefined })
    ignored(...["decimals", "price"].map((name) => ({ ...token, metadata: { ...metadata, [name]: Number.NaN } })))
    for (const name of Object.keys(metadata)) {
      ignored({ ...token, metadata: without(name) })
      for (const odd of [null, {}, ["x"], name === "decimals" || name === "price" ? "6" : 6])
        ignored({ ...token, metadata: { ...metadata, [name]: odd } })
    }
  })

  it("omits a complete asset that no chain can hold", () => {
    const strange = (given: object) => ({ ...token, metadata: { ...metadata, ...given } })
    const left = (...assets: readonly unknown[]) => expect(read(...assets, coin)).toMatchObject([{ name: "Ether" }])

    for (const balance of ["", "0x", "-1", "1.5", "1e9", "NaN", `0x1${"0".repeat(64)}`]) left({ ...token, balance })
    left({ ...token, address: "native" }, { ...token, address: "" })
    for (const price of [Number.POSITIVE_INFINITY, -1]) left(strange({ price }))
    for (const decimals of [-1, 1.5, 256]) left(strange({ decimals }))
    for (const name of ["", "\u200b"]) left(strange({ name }))
  })

  it.each([undefined, null, [], "0x1", 7, { "0x1": {} }, { "0x1": null }, { "0x1": [token], "0x89": [{}] }])(
    "is invalid: %j",
    (said) => {
      expect(readTokens(said, "eip155:1")).toBeInstanceOf(InvalidInput)
    },
  )

  it("has sanitized names and pictures", () => {
    const hostile = { name: "US\u202eD\u200b Coin", symbol: "U".repeat(40), iconUrl: "javascript:alert(1)" }
    expect(read({ ...token, metadata: { ...metadata, ...hostile } })).toMatchObject([
      { name: "USD Coin", symbol: `${"U".repeat(16)}…`, iconUrl: "" },
    ])
  })
})

describe("the collectible list of a wallet", () => {
  const kite = {
    address: usdc,
    balance: "0x1",
    type: "ERC721",
    metadata: { name: "Kite", symbol: "BIRDS", tokenId: "0x2a", iconUrl: "https://pictures.example/kite.png" },
  }
  const nfts = (...said: readonly unknown[]) => readNfts({ "0x1": said }, "eip155:1")
  const pictured = (iconUrl: string) => nfts({ ...kite, metadata: { ...kite.metadata, iconUrl } })

  it("is decoded by contract and token", () => {
    const { name, symbol: collection, iconUrl: picture } = kite.metadata
    const ids = { key: `eip155:1:${usdc}:42`, chainId: "eip155:1", address: usdc, tokenId: "42" }
    expect(nfts(kite)).toEqual([
      { ...ids, name, collection, picture, largePicture: picture, description: "", traits: [], spam: false },
    ])
    expect(nfts({ ...kite, type: "erc721", metadata: { tokenId: "7" } })).toMatchObject([
      { name: "#7", collection: "", picture: "", largePicture: "" },
    ])
    expect(readNfts({ "0x89": [kite] }, "eip155:1")).toEqual([])
  })

  it("has its description, traits and quantity, without what cannot be shown", () => {
    const attributes = [
      { trait_type: "Light", value: "Du\u202esk" },
      { trait_type: "Birds", value: 3 },
      { trait_type: "Ringed", value: false },
      { trait_type: "", value: "nameless" },
      { trait_type: "Empty", value: "\u200b" },
      { trait_type: "Nested", value: { of: "x" } },
      "Loose",
    ]
    const metadata = {
      ...kite.metadata,
      image: "https://pictures.example/large.png",
      description: "A\nkite",
      attributes,
    }
    expect(nfts({ ...kite, type: "ERC1155", balance: "0xc", metadata })).toMatchObject([
      {
        picture: kite.metadata.iconUrl,
        largePicture: metadata.image,
        description: "A kite",
        traits: [
          { name: "Light", value: "Dusk" },
          { name: "Birds", value: "3" },
          { name: "Ringed", value: "false" },
        ],
        quantity: "12",
      },
    ])
    expect(nfts({ ...kite, type: "ERC1155", balance: undefined })).toEqual([
      expect.not.objectContaining({ quantity: expect.anything() }),
    ])
    const many = Array.from({ length: 99 }, (_, at) => ({ trait_type: `Trait ${at}`, value: at }))
    expect(nfts({ ...kite, metadata: { ...metadata, attributes: many } })).toMatchObject([{ traits: { length: 24 } }])
    expect(nfts({ ...kite, metadata: { ...metadata, attributes: "all" } })).toMatchObject([{ traits: [] }])
  })

  it("has only pictures over HTTPS or inside the response", () => {
    expect(pictured("data:image/png;base64,AAAA")).toMatchObject([{ picture: "data:image/png;base64,AAAA" }])
    const unsafe = [
      "http://pictures.example/a.png",
      "ipfs://cid",
      "javascript:alert(1)",
      "data:text/html,<b>",
      "//a.b",
      " https://a.b/c.png",
    ]
    for (const url of unsafe) expect(pictured(url)).toMatchObject([{ picture: "" }])
  })

  it("has no pictures for spam", () => {
    expect(nfts({ ...kite, metadata: { ...kite.metadata, flags: { is_spam: true } } })).toMatchObject([
      { name: "Kite", picture: "", largePicture: "", spam: true },
    ])
    for (const is_spam of [false, "yes", undefined])
      expect(nfts({ ...kite, metadata: { ...kite.metadata, flags: { is_spam } } })).toMatchObject([{ spam: false }])
  })

  it("omits only invalid entries", () => {
    const odd = [null, token, { ...kite, address: 7 }, { ...kite, metadata: { tokenId: "no" } }, { ...kite, type: 721 }]
    odd.push({ ...kite, type: "NERC721" }, { ...kite, type: "ERC7210" })
    expect(nfts(...odd, kite)).toHaveLength(1)
    expect(nfts(token)).toEqual([])
    expect(nfts({ ...kite, address: 7 })).toBeInstanceOf(InvalidInput)
    expect(readNfts({ "0x1": "all" }, "eip155:1")).toBeInstanceOf(InvalidInput)
  })
})
