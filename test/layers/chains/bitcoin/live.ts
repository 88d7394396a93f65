import type { Layer } from "effect"
import type { Api } from "../../../../services/Api.ts"
import type { Chains } from "../../../../services/Chains.ts"
import type { RelayProvider } from "../../../../services/Relay.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../../../src/options/networks.ts"
import { type Around, chainOn, discovered, liveChains, noRelay, relayWith } from "../chainScene.ts"

const around = (relayed?: RelayProvider, api?: Layer.Layer<Api>): Around => ({
  networks: [bitcoin, bitcoinTestnet, bitcoinSignet],
  relay: relayed ? relayWith(relayed) : noRelay,
  api,
})

/** The live layer on a page that offers Bitcoin networks, with a relay session if a provider is given. */
export const liveBitcoin = (relayed?: RelayProvider, api?: Layer.Layer<Api>): Layer.Layer<Chains> =>
  liveChains(around(relayed, api))

/** The adapter on such a page, with its operations bound to one connector. */
export const bitcoinOn = (connectorId: string, relayed?: RelayProvider) =>
  chainOn("bip122", connectorId, around(relayed))

/** The lists of Bitcoin connectors on such a page, from now on. */
export const bitcoinWallets = discovered("bip122", around())

/** Sets a property of the page until the returned function is called. */
export const onWindow = (name: string, value: unknown): (() => void) => {
  Reflect.set(window, name, value)
  return () => void Reflect.deleteProperty(window, name)
}
