import * as Effect from "effect/Effect"
import type { RelayProvider } from "../../../../services/Relay.ts"
import { isTaproot } from "../../../../src/namespaces/model/bitcoin.ts"
import { callWallet } from "../../shared/callWallet.ts"
import { accountOf, decodeResponse, ignoreFailure, purposeOf, readField, readList } from "./decode.ts"
import { addressesIn } from "./functionApi.ts"
import type { BitcoinFailure, BitcoinWallet, Granted } from "./wallet.ts"

/** The wallet over WalletConnect, by the bip122 methods of its session. */
export const walletConnect = (provider: RelayProvider): BitcoinWallet => {
  const stand: Effect.Effect<Granted, BitcoinFailure> = Effect.map(
    callWallet("stand", () => provider.status()),
    (said) => {
      const { addresses, caipNetworkId } = said as Awaited<ReturnType<RelayProvider["status"]>>
      return { accounts: addresses.map((address) => ({ address })), chain: caipNetworkId }
    },
  )
  const request = (method: string, params: object, { caipNetworkId }: { readonly caipNetworkId: string }) =>
    callWallet(method, () => provider.request({ method, params }, caipNetworkId))

  return {
    connect: () => stand,
    granted: () => stand,
    // The relay layer ends the session.
    disconnect: Effect.void,
    switchTo: ({ caipNetworkId }) =>
      Effect.andThen(
        callWallet("setDefaultChain", () => provider.setDefaultChain(caipNetworkId)),
        stand,
      ),

    signMessage: ({ message, address, protocol = isTaproot(address) ? "bip322" : "ecdsa" }, network) =>
      Effect.map(request("signMessage", { account: address, address, message, protocol }, network), (said) =>
        ignoreFailure(() => readField(said, "signature")),
      ),

    signPsbt: ({ psbt, signInputs, broadcast }, network) =>
      Effect.map(
        request("signPsbt", { account: signInputs[0]?.address, psbt: psbt.base64, signInputs, broadcast }, network),
        (said) => ({
          psbt: ignoreFailure(() => readField(said, "psbt")),
          txid: ignoreFailure(() => readField(said, "txid")),
        }),
      ),

    sendTransfer: ({ from, recipient, amount }, network) =>
      Effect.map(
        request("sendTransfer", { account: from, recipientAddress: recipient, amount: `${amount}` }, network),
        (said) => ignoreFailure(() => readField(said, "txid")),
      ),

    accounts: (account, network) =>
      Effect.flatMap(request("getAccountAddresses", { account }, network), (said) =>
        decodeResponse("Bitcoin accounts", said, (answer) => {
          const accounts = readList(answer, accountIn)
          return accounts && { accounts, chain: network.caipNetworkId }
        }),
      ),

    listen: (heard) => {
      const events = {
        accountsChanged: (said: unknown) => {
          const accounts = addressesIn(said)
          if (accounts) heard({ type: "accounts", accounts })
        },
        chainChanged: (said: unknown) => heard({ type: "chain", caipNetworkId: `bip122:${said}` }),
        disconnect: () => heard({ type: "disconnect" }),
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
