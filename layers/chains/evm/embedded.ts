import * as Effect from "effect/Effect"
import { getAddress, stringToHex } from "viem/utils"
import { isEvmAddress } from "../../../src/core/addresses.ts"
import { embeddedConnectorId } from "../../../src/embedded/first-paint/model/embeddedConnector.ts"
import { AnswerInvalid, type SwitchError } from "../../../src/errors/index.ts"
import {
  InvalidParamsRpcError,
  type RpcFailure,
  SwitchChainError,
  UnauthorizedProviderError,
} from "../../../src/errors/rpc.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import { notifyAll } from "../../shared/notifyAll.ts"
import { type EmbeddedAccount, embeddedAccountOf, type Stand } from "../embedded/embeddedAccount.ts"
import type { EmbeddedDeps, EmbeddedWallet } from "../embedded/routeByConnector.ts"
import { readChainId } from "./eip1193.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

/** Creates the embedded wallet on EVM chains, with an EIP-1193 provider for the site. */
export const embedded = (parts: EmbeddedDeps): EmbeddedWallet => {
  const session = embeddedAccountOf("eip155", parts, (address) =>
    isEvmAddress(address) ? getAddress(address) : undefined,
  )
  const provider = eip1193(session, parts)
  return {
    ...session,
    signMessage: Effect.fn("secure.signMessage")(function* ({ address, message }) {
      const signature = yield* session.request("personal_sign", [stringToHex(message), address])
      if (typeof signature === "string" && /^0x([0-9a-f]{2})+$/i.test(signature)) return signature
      return yield* Effect.fail(new AnswerInvalid(typeMismatch("signature", signature)))
    }),
    provider: () => Effect.succeed(provider),
  }
}

/**
 * Creates the provider for the site. It handles requests for the accounts, the chain and network switches itself, and sends all others to
 * the frame.
 */
const eip1193 = (session: EmbeddedAccount, { networks, run }: EmbeddedDeps): Eip1193 => {
  const listeners: Readonly<Record<string, Set<(value: unknown) => void>>> = {
    accountsChanged: new Set(),
    chainChanged: new Set(),
    disconnect: new Set(),
  }
  const emit = (event: string, value: unknown) => notifyAll(listeners[event] ?? [], value)
  const addresses = (status = session.stand()) => status?.accounts.map(({ address }) => address) ?? []
  const chain = (status: Stand | undefined = session.stand()) =>
    `0x${Number(status?.caipNetworkId.split(":")[1] ?? session.network()?.id ?? 1).toString(16)}`
  let before = session.stand()
  session.listen((now) => {
    const [was, is] = [addresses(before), addresses(now)]
    const moved = now && chain(before) !== chain(now)
    before = now
    if (moved) emit("chainChanged", chain(now))
    if (was.join() !== is.join()) emit("accountsChanged", is)
  })

  const switched = (params: unknown): Effect.Effect<null, SwitchError | RpcFailure> => {
    const [first] = Array.isArray(params) ? params : [params]
    const chainId = readChainId(isRecord(first) ? first.chainId : undefined)
    if (chainId === undefined) return Effect.fail(new InvalidParamsRpcError("Expected a chain id as 0x hex"))
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === `eip155:${chainId}`)
    if (!network) return Effect.fail(new SwitchChainError(`Chain ${chainId} is not one of this site's`))
    return Effect.as(session.switchNetwork({ connectorId: embeddedConnectorId, network }), null)
  }
  const granted = Effect.suspend(() => {
    const own = addresses()
    return own.length > 0
      ? Effect.succeed(own)
      : Effect.fail(new UnauthorizedProviderError("The embedded wallet is not connected"))
  })

  return {
    request: ({ method, params = [] }) => {
      switch (method) {
        case "eth_accounts":
          return Promise.resolve(addresses())
        case "eth_requestAccounts":
          return run(granted)
        case "eth_chainId":
          return Promise.resolve(chain())
        case "wallet_switchEthereumChain":
          return run(switched(params))
        default:
          return run(session.request(method, params))
      }
    },
    on: (event: string, listener: (value: unknown) => void) => void listeners[event]?.add(listener),
    removeListener: (event: string, listener: (value: unknown) => void) => void listeners[event]?.delete(listener),
  }
}
