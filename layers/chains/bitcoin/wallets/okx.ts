import * as Effect from "effect/Effect"
import { formatUnits } from "../../../../src/core/amounts.ts"
import { SwitchChainError } from "../../../../src/errors/rpc.ts"
import { type BitcoinChain, bitcoinChainOf, bitcoinChains } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { accountOf, decodeResponse, ignoreFailure, readField } from "./decode.ts"
import { accountsOf, addressesIn, listener, messageType, methodCaller, signPsbt } from "./functionApi.ts"
import type { BitcoinWallet, OnChain } from "./wallet.ts"

/** Adapts `window.okxwallet`, which has one object per network. The wallet counts as being on the network that the page used last. */
export const okx = (root: object): BitcoinWallet => {
  let standing: BitcoinChain | undefined
  const part = (chain: BitcoinChain): object | undefined => {
    const object = ignoreFailure(() => readField(root, parts[chain] ?? ""))
    return typeof object === "object" && object !== null ? object : undefined
  }
  const wanted = (network: OnChain): BitcoinChain | undefined => {
    const chain = bitcoinChainOf(network.caipNetworkId)
    return chain && part(chain) ? chain : undefined
  }
  const on = (chain: BitcoinChain) => methodCaller(part(chain) ?? {})
  const here = () => on(standing ?? "mainnet")

  const connectOn = (chain: BitcoinChain) =>
    Effect.gen(function* () {
      const value = yield* on(chain)("connect")
      const account = yield* decodeResponse("Bitcoin account", value, (response) =>
        accountOf({
          address: readField(response, "address"),
          publicKey: readField(response, "compressedPublicKey") ?? readField(response, "publicKey"),
        }),
      )
      standing = chain
      return { accounts: [account], chain: bitcoinChains[chain] }
    })

  return {
    chains: (Object.keys(parts) as BitcoinChain[]).filter(part).map((chain) => bitcoinChains[chain]),
    connect: (network) => connectOn(wanted(network) ?? "mainnet"),
    granted: (network) =>
      Effect.gen(function* () {
        const chain = standing ?? wanted(network) ?? "mainnet"
        const callMethod = on(chain)
        const accounts = yield* accountsOf(callMethod, yield* callMethod("getAccounts"))
        standing = chain
        return { accounts, chain: bitcoinChains[chain] }
      }),
    disconnect: Effect.suspend(() => here()("disconnect")),
    switchTo: (network) => {
      const chain = wanted(network)
      return chain
        ? connectOn(chain)
        : Effect.fail(new SwitchChainError(`The wallet does not know ${network.caipNetworkId}`))
    },

    signMessage: ({ message, address, protocol }) => here()("signMessage", message, messageType(address, protocol)),
    signPsbt: (input) => signPsbt(here(), input),
    // `value` is in BTC.
    sendTransfer: ({ recipient, amount, from }) =>
      Effect.map(here()("send", { from, to: recipient, value: formatUnits(BigInt(amount), coinDecimals) }), (value) =>
        ignoreFailure(() => readField(value, "txhash")),
      ),

    listen: (handler) => {
      const stops = (Object.keys(parts) as BitcoinChain[]).flatMap((chain) => {
        const object = part(chain)
        if (!object) return []
        return listener(object, {
          accountsChanged: (value) => {
            const accounts = addressesIn(value)
            if (accounts && chain === (standing ?? "mainnet")) handler({ type: "accounts", accounts })
          },
          disconnect: () => chain === (standing ?? "mainnet") && handler({ type: "disconnect" }),
        })
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const parts: { readonly [Chain in BitcoinChain]?: string } = {
  mainnet: "bitcoin",
  testnet: "bitcoinTestnet",
  signet: "bitcoinSignet",
}

const coinDecimals = 8
