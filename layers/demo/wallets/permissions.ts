import { isEvmAddress } from "../../../src/core/addresses.ts"
import { isRecord } from "../../../src/options/guards.ts"

/** Returns the permissions (EIP-2255) of a page that may see these accounts. */
export const permissionsOf = (accounts: readonly string[]): readonly object[] => [
  {
    invoker: globalThis.location?.origin ?? "http://localhost",
    parentCapability: "eth_accounts",
    caveats: [{ type: "restrictReturnedAccounts", value: accounts }],
  },
]

/** Whether a request is for the permission to see accounts, the only one that the demo's wallets support. */
export const isForAccounts = (request: unknown): boolean =>
  isRecord(request) && Object.keys(request).join() === "eth_accounts" && isRecord(request.eth_accounts)

/** Whether a request to watch an asset (EIP-747) is valid: an ERC-20 token, or an NFT with its token ID. */
export const isAsset = (request: unknown): boolean => {
  if (!isRecord(request) || !isRecord(request.options)) return false
  const { address, symbol, decimals, tokenId } = request.options
  if (typeof address !== "string" || !isEvmAddress(address)) return false
  if (request.type === "ERC721" || request.type === "ERC1155") return typeof tokenId === "string" && tokenId !== ""
  if (request.type !== "ERC20") return false
  return (
    (symbol === undefined || (typeof symbol === "string" && symbol !== "" && symbol.length <= longestSymbol)) &&
    (decimals === undefined || (Number.isInteger(Number(decimals)) && Number(decimals) >= 0 && Number(decimals) <= 36))
  )
}

const longestSymbol = 11
