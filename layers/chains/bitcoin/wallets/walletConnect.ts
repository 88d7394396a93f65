import * as Effect from "effect/Effect"
import type { RelayProvider } from "../../../../services/Relay.ts"
import { isTaproot } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { callWallet } from "../../shared/callWallet.ts"
import { accountOf, decodeResponse, ignoreFailure, purposeOf, readField, readList } from "./decode.ts"
import { addressesIn } from "./functionApi.ts"
import type { BitcoinFailure, BitcoinWallet, Granted } from "./wallet.ts"

/** Adapts the wallet over WalletConnect, using the bip122 methods of its session. */
export const walletConnect = (provider: RelayProvider): BitcoinWallet => {
  const status: Effect.Effect<Granted, BitcoinFailure> = Effect.map(
    callWallet("status", () => provider.status()),
    (value) => {
      const { addresses, caipNetworkId } = value as Awaited<ReturnType<RelayProvider["status"]>>
      return { accounts: addresses.map((address) => ({ address })), chain: caipNetworkId }
    },
  )
  const request = (method: string, params: object, { caipNetworkId }: { readonly caipNetworkId: string }) =>
    callWallet(method, () => provider.request({ method, params }, caipNetworkId))

  return {
    connect: () => status,
    granted: () => status,
    // The relay layer ends the session.
    disconnect: Effect.void,
    switchTo: ({ caipNetworkId }) =>
      Effect.andThen(
        callWallet("setDefaultChain", () => provider.setDefaultChain(caipNetworkId)),
        status,
      ),

    signMessage: ({ message, address, protocol = isTaproot(address) ? "bip322" : "ecdsa" }, network) =>
      Effect.map(request("signMessage", { account: address, address, message, protocol }, network), (value) =>
        ignoreFailure(() => readField(value, "signature")),
      ),

    signPsbt: ({ psbt, signInputs, broadcast }, network) =>
      Effect.map(
        request("signPsbt", { account: signInputs[0]?.address, psbt: psbt.base64, signInputs, broadcast }, network),
        (value) => ({
          psbt: ignoreFailure(() => readField(value, "psbt")),
          txid: ignoreFailure(() => readField(value, "txid")),
        }),
      ),

    sendTransfer: ({ from, recipient, amount }, network) =>
      Effect.map(
        request("sendTransfer", { account: from, recipientAddress: recipient, amount: `${amount}` }, network),
        (value) => ignoreFailure(() => readField(value, "txid")),
      ),

    accounts: (account, network) =>
      Effect.flatMap(request("getAccountAddresses", { account }, network), (value) =>
        decodeResponse("Bitcoin accounts", value, (response) => {
          const accounts = readList(response, accountIn)
          return accounts && { accounts, chain: network.caipNetworkId }
        }),
      ),

    listen: (listener) => {
      const events = {
        accountsChanged: (value: unknown) => {
          const accounts = addressesIn(value)
          if (accounts) listener({ type: "accounts", accounts })
        },
        chainChanged: (value: unknown) => listener({ type: "chain", caipNetworkId: `bip122:${value}` }),
        disconnect: () => listener({ type: "disconnect" }),
      }
      const names = Object.keys(events) as (keyof typeof events)[]
      for (const name of names) provider.on(name, events[name])
      return () => {
        for (const name of names) provider.removeListener(name, events[name])
      }
    },
  }
}

const accountIn = (entry: unknown) =>
  accountOf({
    address: readField(entry, "address"),
    type: purposeOf(readField(entry, "type") ?? readField(entry, "intention")),
    publicKey: readField(entry, "publicKey"),
    path: readField(entry, "path"),
  })
