import * as Schema from "effect/Schema"
import { isEvmAddress } from "../core/addresses.ts"
import { formatUnits, tokenValue } from "../core/amounts.ts"
import { decimals, shownImage, shownSymbol } from "../core/assetSchema.ts"
import { textLimits } from "../core/first-paint/display.ts"
import { safeText } from "../core/first-paint/safeText.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import {
  arrayOfValid,
  arrayWithValid,
  decodeUnknown,
  finiteFrom,
  optionalOr,
  read,
  record,
  shownName,
  textThat,
} from "../core/opening/schema.ts"
import { plainCopy } from "../core/plainCopy.ts"
import { InvalidInput } from "../errors/index.ts"
import type { Nft } from "./model/nfts.ts"
import type { TokenBalance } from "./model/tokens.ts"

/** Query for the assets of an account on a chain (EIP-7811). `chainId`: CAIP-2 ID. */
export interface AssetsQuery {
  readonly address: string
  readonly chainId: string
}

/**
 * Decodes the tokens that a wallet reports for a chain. Empty if the response lacks that chain.
 *
 * Returns an error if an asset lacks a field that specification section 5 requires: "otherwise the response is ignored". The specification
 * does not mention an asset whose fields are present but impossible, so only that asset is dropped.
 */
export const readTokens = (value: unknown, chainId: string): readonly TokenBalance[] | InvalidInput => {
  const response = readAssets(value)
  if (response instanceof InvalidInput) return response
  return on(response, chainId).flatMap((one) => {
    const asset = readHeld(one)
    return asset instanceof InvalidInput ? [] : [toBalance(asset, chainId)]
  })
}

/**
 * Decodes the collectibles that a wallet reports for a chain. Drops other assets and malformed ones. Returns an error if the response
 * itself is malformed, or if a chain has assets but none of them has an address.
 */
export const readNfts = (value: unknown, chainId: string): readonly Nft[] | InvalidInput => {
  const response = readCollectibles(value)
  return response instanceof InvalidInput ? response : on(response, chainId).map((one) => toNft(one, chainId))
}

/** Converts a CAIP-2 ID to the chain ID that wallet methods use: `eip155:137` becomes `0x89`. */
export const hexChainId = (chainId: string): string =>
  `0x${Number(chainId.slice(chainId.indexOf(":") + 1)).toString(16)}`

const on = <A>(response: { readonly [chain: string]: readonly A[] }, chainId: string): readonly A[] =>
  Object.entries(response).find(
    ([chain]) => /^0x[0-9a-f]+$/i.test(chain) && Number(chain) === Number(hexChainId(chainId)),
  )?.[1] ?? []

/** Returns a decoder of assets by chain. It decodes a plain copy, because values of a browser wallet may throw when read. */
const byChain = <A>(assets: Schema.Decoder<readonly A[]>) => {
  const decode = decodeUnknown(record(assets))
  return (value: unknown) => decode(plainCopy(value))
}

const number = Schema.Number.check(Schema.makeFilter((value) => !Number.isNaN(value), { expected: "number" }))

/** Decodes the fields that specification section 5 requires of every asset. */
const readAssets = byChain(
  Schema.Array(
    Schema.Struct({
      type: Schema.Literals(["ERC20", "NATIVE"]),
      address: Schema.String,
      balance: Schema.String,
      metadata: Schema.Struct({
        name: Schema.String,
        symbol: Schema.String,
        iconUrl: Schema.String,
        decimals: number,
        price: number,
      }),
    }),
  ),
)

const quantity = (what: string) => textThat((text) => /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text), what)

const contract = textThat((text) => isEvmAddress(text), "EVM address")

const metadata = Schema.Struct({
  name: shownName,
  symbol: shownSymbol,
  iconUrl: shownImage,
  decimals,
  price: finiteFrom(0),
})

const held = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("NATIVE"),
    address: Schema.String,
    balance: quantity("quantity"),
    metadata,
  }),
  Schema.Struct({ type: Schema.Literal("ERC20"), address: contract, balance: quantity("quantity"), metadata }),
])

const readHeld = decodeUnknown(held)

const toBalance = ({ type, address, balance, metadata }: typeof held.Type, chainId: string): TokenBalance => {
  const { name, symbol, decimals, price, iconUrl } = metadata
  const units = BigInt(balance)
  return {
    name,
    symbol,
    chainId,
    ...(type === "ERC20" && { address: `${chainId}:${address}` }),
    value: Number(tokenValue(units, decimals, price)),
    price,
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}

/** Schema of a token standard, in any letter case. */
const kind = textThat((type) => /^ERC(721|1155)$/i.test(type), "ERC721 or ERC1155")

/** Returns the URL of an image if it uses https, or is a `data:` URL that contains the image. `undefined` for any other URL. */
const picture = (url: string) => safeImageUrl(/^(https|data):/i.test(url) ? url : undefined)

const words = optionalOr(Schema.String, (text) => safeText(text) || undefined)

/** Schema of an attribute in the format of marketplaces. Converts its value, which is text, a number or a boolean, to text. */
const trait = Schema.Struct({
  trait_type: shownName,
  value: read(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]), (value) => safeText(String(value))),
})

const collectible = Schema.Struct({
  type: kind,
  address: contract,
  balance: optionalOr(quantity("quantity")),
  metadata: Schema.Struct({
    tokenId: quantity("token id"),
    name: words,
    symbol: words,
    collection: words,
    iconUrl: optionalOr(Schema.String, picture),
    image: optionalOr(Schema.String, picture),
    description: optionalOr(Schema.String, (text) => safeText(text, textLimits.description)),
    attributes: optionalOr(arrayOfValid(trait)),
    flags: optionalOr(Schema.Struct({ is_spam: Schema.Boolean })),
  }),
})

const readCollectibles = byChain(arrayWithValid(collectible, "address"))

const toNft = ({ type, address, balance, metadata }: typeof collectible.Type, chainId: string): Nft => {
  const { name, symbol, collection, iconUrl, image, description, attributes, flags } = metadata
  const tokenId = String(BigInt(metadata.tokenId))
  const spam = flags?.is_spam ?? false
  return {
    key: `${chainId}:${address.toLowerCase()}:${tokenId}`,
    chainId,
    address,
    tokenId,
    name: name ?? `#${tokenId}`,
    collection: collection ?? symbol ?? "",
    picture: spam ? "" : (iconUrl ?? image ?? ""),
    largePicture: spam ? "" : (image ?? iconUrl ?? ""),
    description: description ?? "",
    traits: (attributes ?? [])
      .filter(({ value }) => value !== "")
      .slice(0, mostTraits)
      .map(({ trait_type, value }) => ({ name: trait_type, value })),
    ...(/1155$/.test(type) && balance !== undefined && { quantity: String(BigInt(balance)) }),
    spam,
  }
}

/** Maximum number of traits per NFT (not in the specification). */
const mostTraits = 24
