import * as v from "valibot"
import { worth } from "./amounts.ts"
import type { TokenBalance } from "./balances.ts"
import { isEvmAddress } from "./caip.ts"
import { InvalidInput } from "./errors.ts"
import { formatUnits } from "./format.ts"
import type { Nft } from "./nfts.ts"
import { plainCopy } from "./plain.ts"
import { safeImageUrl, safeText } from "./safe.ts"
import {
  decodeUnknown,
  finiteFrom,
  lenient,
  list,
  object,
  oneByType,
  record,
  type Schema,
  shownName,
  textThat,
  tolerantArray,
} from "./schema.ts"
import { decimals, shownImage, shownSymbol } from "./tokenSchema.ts"

/** What a wallet is asked for its assets (EIP-7811): an account's, on one chain (CAIP-2). */
export interface AssetsQuery {
  readonly address: string
  readonly chainId: string
}

/**
 * Reads the tokens that a wallet reports, by chain. A chain that is missing has none.
 *
 * Section 5 says what every asset needs, "otherwise the response is ignored": an asset without it costs the whole response, so that the
 * service is asked. An asset that has it all, but an amount, contract or number of decimals that no chain has, or no name left to show, is
 * left out alone: section 5 does not speak of it, and the others are as good without it.
 */
export const readTokens = (said: unknown, chainId: string): readonly TokenBalance[] | InvalidInput => {
  const answer = readAssets(said)
  if (answer instanceof InvalidInput) return answer
  return on(answer, chainId).flatMap((one) => {
    const asset = readHeld(one)
    return asset instanceof InvalidInput ? [] : [toBalance(asset, chainId)]
  })
}

/** Reads the collectibles that a wallet reports, by chain. Anything else, and what cannot be read, is left out one by one. */
export const readNfts = (said: unknown, chainId: string): readonly Nft[] | InvalidInput => {
  const answer = readCollectibles(said)
  return answer instanceof InvalidInput ? answer : on(answer, chainId).map((one) => toNft(one, chainId))
}

/** A chain as the wallet methods write it: `eip155:137` is 0x89. */
export const hexChainId = (chainId: string): string =>
  `0x${Number(chainId.slice(chainId.indexOf(":") + 1)).toString(16)}`

const on = <A>(answer: { readonly [chain: string]: readonly A[] }, chainId: string): readonly A[] =>
  Object.entries(answer).find(
    ([chain]) => /^0x[0-9a-f]+$/i.test(chain) && Number(chain) === Number(hexChainId(chainId)),
  )?.[1] ?? []

/** Reads plain data: what a wallet of the page says may throw when it is looked at. */
const byChain = <A>(assets: Schema<readonly A[]>) => {
  const decode = decodeUnknown(record(assets))
  return (said: unknown) => decode(plainCopy(said))
}

/** What section 5 asks of every asset. */
const readAssets = byChain(
  list(
    object({
      type: v.picklist(["ERC20", "NATIVE"]),
      address: v.string(),
      balance: v.string(),
      metadata: object({
        name: v.string(),
        symbol: v.string(),
        iconUrl: v.string(),
        decimals: v.number(),
        price: v.number(),
      }),
    }),
  ),
)

const quantity = (what: string) => textThat((text) => /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text), what)

const contract = textThat((text) => isEvmAddress(text), "EVM address")

const metadata = object({
  name: shownName,
  symbol: shownSymbol,
  iconUrl: shownImage,
  decimals,
  price: finiteFrom(0),
})

const held = oneByType({
  NATIVE: { address: v.string(), balance: quantity("quantity"), metadata },
  ERC20: { address: contract, balance: quantity("quantity"), metadata },
})

const readHeld = decodeUnknown(held)

const toBalance = ({ type, address, balance, metadata }: v.InferOutput<typeof held>, chainId: string): TokenBalance => {
  const { name, symbol, decimals, price, iconUrl } = metadata
  const units = BigInt(balance)
  return {
    name,
    symbol,
    chainId,
    ...(type === "ERC20" && { address: `${chainId}:${address}` }),
    value: Number(worth(units, decimals, price)),
    price,
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}

/** By EIP-7811's spelling or the specification's. */
const kind = textThat((type) => /^ERC(721|1155)$/i.test(type), "ERC721 or ERC1155")

/** Address of a picture that comes over https or with the answer. */
const picture = (url: string) => safeImageUrl(/^(https|data):/i.test(url) ? url : undefined)

const words = lenient(v.string(), (text) => safeText(text) || undefined)

const collectible = object({
  type: kind,
  address: contract,
  metadata: object({
    tokenId: quantity("token id"),
    name: words,
    symbol: words,
    collection: words,
    iconUrl: lenient(v.string(), picture),
    image: lenient(v.string(), picture),
    flags: lenient(object({ is_spam: v.boolean() })),
  }),
})

const readCollectibles = byChain(tolerantArray(collectible))

const toNft = ({ address, metadata }: v.InferOutput<typeof collectible>, chainId: string): Nft => {
  const { name, symbol, collection, iconUrl, image, flags } = metadata
  const tokenId = String(BigInt(metadata.tokenId))
  return {
    key: `${chainId}:${address.toLowerCase()}:${tokenId}`,
    chainId,
    address,
    tokenId,
    name: name ?? `#${tokenId}`,
    collection: collection ?? symbol ?? "",
    picture: flags?.is_spam ? "" : (iconUrl ?? image ?? ""),
  }
}
