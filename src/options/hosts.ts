import { type CheckedOptions, type Hosts, secureSite } from "./options.ts"

/** Returns all hosts: those that the site sets, and the provider's for the rest. */
export const hostsOf = ({ hosts }: Pick<CheckedOptions, "hosts">): Hosts => ({ ...provided, ...hosts })

const provided: Hosts = {
  api: "https://api.web3modal.org",
  blockchain: "https://rpc.walletconnect.org",
  analytics: "https://pulse.walletconnect.org",
  relay: "wss://relay.walletconnect.org",
  secureSite,
  verify: "https://verify.walletconnect.org",
  utxo: "https://mempool.space",
  images: "https://api.web3modal.org",
}
