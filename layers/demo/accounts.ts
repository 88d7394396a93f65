import { testAccounts } from "../../src/account/model/testAccounts.ts"
import { bitcoinChainOf, bitcoinChains } from "../../src/namespaces/model/bitcoinProvider.ts"
import { picture } from "./pictures.ts"

/** The account of an invented person. */
export interface Account {
  /** Main address. Checksummed on EVM chains (EIP-55). On Bitcoin, the mainnet payment address. */
  readonly address: string
  /** Further addresses on Bitcoin: the mainnet ordinals address, and both addresses on the test chains. */
  readonly bitcoin?: { readonly ordinals: string; readonly test: readonly [payment: string, ordinals: string] }
  readonly name?: string
  /** Whether the name has an address on Ethereum only. */
  readonly onEthereumOnly?: true
  readonly avatar?: string
}

/** Names and avatars, keyed by the account's index in the test accounts. */
const about: Readonly<Record<number, Omit<Account, "address" | "bitcoin">>> = {
  0: { name: "marguerite.eth" },
  2: { name: "ansel.eth", avatar: picture("peaks", "#417d4b") },
  4: { name: "ottoline.eth", onEthereumOnly: true },
  6: { name: "isolde.sol" },
  9: { name: "marguerite.sol" },
  // The embedded wallet's smart account. The embedded wallet's key account (EOA) and Solana account follow.
  12: { name: "linden.eth" },
}

/** Accounts of invented people. Bitcoin accounts have addresses for payments and ordinals, on mainnet and on the test chains. */
export const demoAccounts: readonly Account[] = testAccounts.map(
  ([address, ordinals, payment, other], place): Account => ({
    address,
    ...(ordinals && payment && other && { bitcoin: { ordinals, test: [payment, other] } }),
    ...about[place],
  }),
)

/** Returns an account's addresses on a network, the payment address first on Bitcoin. `address` is the account's main address. */
export const addressesOn = (address: string, network: string): readonly string[] => {
  const { bitcoin } = demoAccounts.find((one) => one.address === address) ?? {}
  if (!bitcoin || !bitcoinChainOf(network)) return [address]
  return network === bitcoinChains.mainnet ? [address, bitcoin.ordinals] : bitcoin.test
}

/** Returns the main address of the account that has this address, or the address itself if no account has it. */
export const accountOf = (address: string): string =>
  demoAccounts.find(({ bitcoin }) => bitcoin && [bitcoin.ordinals, ...bitcoin.test].includes(address))?.address ??
  address
