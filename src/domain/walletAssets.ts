import * as v from "valibot"
import { worth } from "./amounts.ts"
import type { TokenBalance } from "./balances.ts"
import { isEvmAddress } from "./caip.ts"
import { InvalidInput } from "./errors.ts"
import { formatUnits } from "./format.ts"
import type { Nft } from "./nfts.ts"
import { safeImageUrl, safeText } from "./safe.ts"
import {
  decodeUnknown,
  finiteFrom,
  lenient,
  list,
  object,
  oneByType,
  record,
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
 * The tokens that a wallet reports, by chain. Any asset that lacks something of section 5, or that no chain can hold, spoils the whole
 * answer. A chain that is not in it has none.
 */
export const readTokens = (said: unknown, chainId: string): readonly TokenBalance[] | InvalidInput => {
  const answer = decodeUnknown(record(list(asset)))(said)
  return answer instanceof InvalidInput ? answer : on(answer, chainId).map((one) => toBalance(one, chainId))
}

/** The collectibles that a wallet reports, by chain; what cannot be read, or is none, is left out one by one. */
export const readNfts = (said: unknown, chainId: string): readonly Nft[] | InvalidInput => {
  const answer = decodeUnknown(record(tolerantArray(collectible)))(said)
  return answer instanceof InvalidInput ? answer : on(answer, chainId).map((one) => toNft(one, chainId))
}

/** A chain as the wallet methods write it: `eip155:137` is 0x89. */
export const hexChainId = (chainId: string): string =>
  `0x${Number(chainId.slice(chainId.indexOf(":") + 1)).toString(16)}`

const on = <A>(answer: { readonly [chain: string]: readonly A[] }, chainId: string): readonly A[] =>
  Object.entries(answer).find(
    ([chain]) => /^0x[0-9a-f]+$/i.test(chain) && Number(chain) === Number(hexChainId(chainId)),
  )?.[1] ?? []

const units = textThat((text) => /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text), "quantity")

const contract = textThat((text) => isEvmAddress(text), "EVM address")

const about = object({
  name: shownName,
  symbol: shownSymbol,
  iconUrl: shownImage,
  decimals,
  price: finiteFrom(0),
})

/** Section 5: address and balance are strings, the type is ERC20 or NATIVE, and the metadata is whole. */
const asset = oneByType({
  NATIVE: { address: v.string(), balance: units, metadata: about },
  ERC20: { address: contract, balance: units, metadata: about },
})

const toBalance = (
  { type, address, balance, metadata }: v.InferOutput<typeof asset>,
  chainId: string,
): TokenBalance => {
  const { name, symbol, decimals, price, iconUrl } = metadata
  const held = BigInt(balance)
  return {
    name,
    symbol,
    chainId,
    ...(type === "ERC20" && { address: `${chainId}:${address}` }),
    value: Number(worth(held, decimals, price)),
    price,
    quantity: { decimals: String(decimals), numeric: formatUnits(held, decimals) },
    iconUrl,
  }
}

/** By EIP-7811's spelling or the specification's. */
const kind = v.pipe(
  v.string(),
  v.transform((type) => type.toUpperCase()),
  v.picklist(["ERC721", "ERC1155"]),
)

/** A picture that comes over a line that nobody reads along, or with the answer. */
const picture = (url: string) => safeImageUrl(/^(https|data):/i.test(url) ? url : undefined)

const collectible = object({
  type: kind,
  address: contract,
  metadata: object({
    tokenId: textThat((id) => /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(id), "token id"),
    name: lenient(v.string(), (name) => safeText(name) || undefined),
    symbol: lenient(v.string(), (symbol) => safeText(symbol) || undefined),
    collection: lenient(v.string(), (name) => safeText(name) || undefined),
    iconUrl: lenient(v.string(), picture),
    image: lenient(v.string(), picture),
    flags: lenient(object({ is_spam: v.boolean() })),
  }),
})

const toNft = ({ address, metadata }: v.InferOutput<typeof collectible>, chainId: string): Nft => {
  const { name, symbol, collection = symbol ?? "", iconUrl, image, flags } = metadata
  const tokenId = String(BigInt(metadata.tokenId))
  return {
    key: `${chainId}:${address.toLowerCase()}:${tokenId}`,
    chainId,
    address,
    tokenId,
    name: name ?? `#${tokenId}`,
    collection,
    picture: flags?.is_spam ? "" : (iconUrl ?? image ?? ""),
  }
}
