import * as Effect from "effect/Effect"
import { SwitchChainError } from "../../../../src/errors/rpc.ts"
import { bitcoinChainOf } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { type ChainNames, chainNamed, ignoreFailure, readField } from "./decode.ts"
import { accountsOf, addressesIn, listener, messageType, methodCaller, signPsbt } from "./functionApi.ts"
import type { BitcoinWallet } from "./wallet.ts"

/** Adapts `window.unisat`, and wallets with the same API such as Bitget and Binance. They grant one account and take PSBTs in hex. */
export const unisat = (provider: object): BitcoinWallet => {
  const callMethod = methodCaller(provider)
  const has = (method: string) => ignoreFailure(() => typeof readField(provider, method) === "function") === true

  const chain = has("getChain")
    ? Effect.map(callMethod("getChain"), (value) => ignoreFailure(() => chainNamed(chains, readField(value, "enum"))))
    : Effect.map(callMethod("getNetwork"), (value) => chainNamed(networks, value))
  const granted = (method: string) =>
    Effect.gen(function* () {
      const accounts = yield* accountsOf(callMethod, yield* callMethod(method))
      return { accounts, chain: yield* Effect.orElseSucceed(chain, () => undefined) }
    })

  return {
    connect: () => granted("requestAccounts"),
    granted: () => granted("getAccounts"),
    disconnect: has("disconnect") ? callMethod("disconnect") : Effect.void,

    switchTo: (network) => {
      const wanted = bitcoinChainOf(network.caipNetworkId)
      const [method, name] = has("switchChain")
        ? ["switchChain", wanted && chains[wanted]]
        : ["switchNetwork", wanted && networks[wanted]]
      if (!name) return Effect.fail(new SwitchChainError(`The wallet does not know ${network.caipNetworkId}`))
      return Effect.andThen(callMethod(method, name), granted("getAccounts"))
    },

    signMessage: ({ message, address, protocol }) => callMethod("signMessage", message, messageType(address, protocol)),
    signPsbt: (input) => signPsbt(callMethod, input),
    sendTransfer: ({ recipient, amount }) => callMethod("sendBitcoin", recipient, amount),

    listen: (handler) =>
      listener(provider, {
        accountsChanged: (value) => {
          const accounts = addressesIn(value)
          if (accounts) handler({ type: "accounts", accounts })
        },
        chainChanged: (value) => {
          const caipNetworkId = chainNamed(chains, readField(value, "enum"))
          handler(caipNetworkId ? { type: "chain", caipNetworkId } : { type: "stale" })
        },
        disconnect: () => handler({ type: "disconnect" }),
      }),
  }
}

const chains: ChainNames = {
  mainnet: "BITCOIN_MAINNET",
  testnet: "BITCOIN_TESTNET",
  testnet4: "BITCOIN_TESTNET4",
  signet: "BITCOIN_SIGNET",
}

/** Network names in wallets without `getChain`. */
const networks: ChainNames = { mainnet: "livenet", testnet: "testnet", signet: "signet" }
