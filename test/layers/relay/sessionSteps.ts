import { readSession } from "../../../layers/relay/client/readSession.ts"
import { bitcoin, mainnet, polygon, solana } from "../../../src/options/networks.ts"

export const allNetworks = [mainnet, polygon, solana, bitcoin]

export const firstAddress = `0x${"1".repeat(40)}`
export const secondAddress = `0x${"2".repeat(40)}`

/** A session as the library stores it. */
export const storedSession = {
  topic: "topic",
  expiry: 1_800_000_000,
  namespaces: {
    eip155: {
      chains: ["eip155:1", "eip155:137"],
      accounts: [`eip155:1:${firstAddress}`, `eip155:1:${secondAddress}`, `eip155:137:${firstAddress}`],
      methods: ["personal_sign"],
      events: [],
    },
  },
  peer: { metadata: { name: "Wallet", url: "https://wallet.example", icons: ["https://wallet.example/icon.png"] } },
}

/** Reads the stored session with some of its fields replaced. */
export const readStored = (given: object = {}) => readSession({ ...storedSession, ...given }, allNetworks)
