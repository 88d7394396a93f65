import { type CheckedOptions, type Hosts, secureSite } from "./options.ts"

/** Returns all hosts: those that the site sets, and the provider's for the rest. An empty list of relays counts as not set. */
export const hostsOf = ({ hosts }: Pick<CheckedOptions, "hosts">): Hosts => ({
  ...provided,
  ...hosts,
  relay: hosts.relay?.length ? hosts.relay : provided.relay,
})

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
