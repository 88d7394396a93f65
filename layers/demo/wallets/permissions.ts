import { isEvmAddress } from "../../../src/core/caip.ts"
import { isRecord } from "../../../src/options/guards.ts"

/** Returns the permissions of a page that sees these accounts (EIP-2255). */
export const permissionsOf = (accounts: readonly string[]): readonly object[] => [
  {
    invoker: globalThis.location?.origin ?? "http://localhost",
    parentCapability: "eth_accounts",
    caveats: [{ type: "restrictReturnedAccounts", value: accounts }],
  },
]

/** Whether a request for permissions names accounts, and nothing that the demo's wallets do not support. */
export const isForAccounts = (asked: unknown): boolean =>
  isRecord(asked) && Object.keys(asked).join() === "eth_accounts" && isRecord(asked.eth_accounts)

/** Whether a request to watch an asset is complete (EIP-747): an ERC-20 token, or an NFT by its ID. */
export const isAsset = (asked: unknown): boolean => {
  if (!isRecord(asked) || !isRecord(asked.options)) return false
  const { address, symbol, decimals, tokenId } = asked.options
  if (typeof address !== "string" || !isEvmAddress(address)) return false
  if (asked.type === "ERC721" || asked.type === "ERC1155") return typeof tokenId === "string" && tokenId !== ""
  if (asked.type !== "ERC20") return false
  return (
    (symbol === undefined || (typeof symbol === "string" && symbol !== "" && symbol.length <= longestSymbol)) &&
    (decimals === undefined || (Number.isInteger(Number(decimals)) && Number(decimals) >= 0 && Number(decimals) <= 36))
  )
}

const longestSymbol = 11
