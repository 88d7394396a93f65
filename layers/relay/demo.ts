import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Relay, type RelayChange, type RelayProvider, type RelaySession } from "../../services/Relay.ts"
import { Storage } from "../../services/Storage.ts"
import { isUserRejection } from "../../src/core/readRpcError.ts"
import {
  ConnectFailed,
  ConnectionRejected,
  ConnectorSupportsNoChain,
  NamespaceNotConfigured,
  NotConnectedYet,
  SwitchNotApproved,
  TopicExpired,
} from "../../src/errors/index.ts"
import { isRecord } from "../../src/options/guards.ts"
import type { Namespace, NetworkNamespace } from "../../src/options/namespaces.ts"
import type { CaipNetworkId } from "../../src/options/networks.ts"
import { storageKey } from "../../src/persistence/first-paint/model/storageKeys.ts"
import { type SiwxSession, siwxText } from "../../src/siwx/model/message.ts"
import { pairing } from "../../src/walletConnect/limits.ts"
import { toHex } from "../chains/evm/quantity.ts"
import { hexOf } from "../demo/random.ts"
import { respondToBitcoinRelay } from "../demo/relay/bitcoin.ts"
import { type PersistedSession, readPersisted } from "../demo/relay/persistedSession.ts"
import { respondToSolanaRelay } from "../demo/relay/solana.ts"
import { signedWith } from "../demo/wallets/signing.ts"
import type { World } from "../demo/world.ts"
import { ignoreFailure } from "../shared/ignoreFailure.ts"
import { listeners } from "../shared/listeners.ts"
import { providerOf } from "./client/provider.ts"
import { isForWallets, optionalNamespaces } from "./client/requestedNamespaces.ts"
import { beside, phoneAddresses, type ServedNamespace } from "./demoNamespace.ts"

/** Relay backed by the demo world's phone. The session is persisted in `Storage`, so it survives a reload. */
export const layer = (world: World): Layer.Layer<Relay, never, Storage> =>
  Layer.effect(
    Relay,
    Effect.gen(function* () {
      const { phone, faults } = world
      const storage = yield* Storage
      const context = yield* Effect.context()
      const scope = yield* Effect.scope
      const [run, fork] = [Effect.runPromiseWith(context), Effect.runForkWith(context)]
      const changes = listeners<RelayChange>()
      const text = yield* storage.read(key)
      const kept = readPersisted(text, yield* Clock.currentTimeMillis)
      let lapsed = !kept && readPersisted(text, Number.NEGATIVE_INFINITY) !== undefined
      let held = kept?.session
      let codes = 0
      let requests = 0
      if (kept) phone.resume({ granted: true, chainId: kept.chainId, selected: kept.selected })

      const emit = (change: RelayChange) => {
        for (const one of Object.values(namespaces)) one.emitChange(change)
        changes.emit(change)
      }
      const keep = Effect.suspend(() => {
        const { chainId, selected } = phone.state()
        const text = held && JSON.stringify({ session: held, chainId, selected } satisfies PersistedSession)
        return text ? ignoreFailure(storage.write(key, text)) : storage.remove(key)
      })
      const hold = (session: RelaySession | undefined) => {
        held = session
        phone.resume({ granted: session !== undefined })
        return keep
      }
      /** Ends a session when it expires, if the session is still active. */
      const outlive = (session: RelaySession) =>
        Effect.gen(function* () {
          yield* Effect.sleep(Math.max(0, session.expiresAt - (yield* Clock.currentTimeMillis)))
          if (held !== session) return
          yield* hold(undefined)
          emit({ type: "expired", wallet: phone.name })
        })
      const addresses = () => phoneAddresses(phone, "eip155", "eip155:1")
      const emitAccounts = (session: RelaySession) => {
        for (const [namespace, { addressesIn }] of Object.entries(namespaces)) {
          if (!session.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`))) continue
          const accounts = addressesIn(session).map((address) => ({ address }))
          emit({ type: "wallet", namespace: namespace as NetworkNamespace, change: { type: "accounts", accounts } })
        }
      }

      /** The session. Fails with NotConnectedYet if there is none, or with TopicExpired if it has expired. */
      const valid = Effect.gen(function* () {
        if (!held) return yield* Effect.fail(new NotConnectedYet())
        if (held.expiresAt > (yield* Clock.currentTimeMillis)) return held
        yield* hold(undefined)
        emit({ type: "expired", wallet: phone.name })
        return yield* Effect.fail(new TopicExpired())
      })
      /** Switches to an approved network of the session, without a prompt. Fails with SwitchNotApproved for any other network. */
      const go = ({ approvedCaipNetworkIds }: RelaySession, chainId: number) =>
        approvedCaipNetworkIds.includes(`eip155:${chainId}`)
          ? Effect.sync(() => phone.move(chainId))
          : Effect.fail(new SwitchNotApproved(chainId))
      const request: RelayProvider["request"] = ({ method, params }, caipNetworkId) =>
        run(
          Effect.gen(function* () {
            yield* Effect.mapError(faults.pass("relay"), (cause) => new ConnectFailed({ cause }))
            const session = yield* valid
            const chainId = Number(caipNetworkId?.split(":")[1] ?? phone.state().chainId)
            switch (method) {
              case "eth_accounts":
              case "eth_requestAccounts":
                return addresses()
              case "eth_chainId":
                return toHex(chainId)
              case "wallet_switchEthereumChain": {
                const wanted = chainOf(params)
                const isGranted = session.methods.includes(method)
                if (isGranted && !session.approvedCaipNetworkIds.includes(`eip155:${wanted}`)) break
                yield* go(session, wanted)
                return null
              }
            }
            if (isForWallets(method)) {
              emit({ type: "requested", topic: session.topic, id: ++requests, method })
              return yield* phone.request({ method, params })
            }
            return yield* world.node(`eip155:${chainId}`, method, Array.isArray(params) ? params : [])
          }),
        )
      const evm = providerOf("eip155", {
        request,
        status: () =>
          run(
            Effect.map(valid, ({ approvedCaipNetworkIds, methods }) => ({
              caipNetworkId: `eip155:${phone.state().chainId}` as const,
              addresses: addresses(),
              approved: approvedCaipNetworkIds as readonly CaipNetworkId[],
              methods: new Set(methods),
            })),
          ),
        setDefaultChain: (id) => run(Effect.flatMap(valid, (session) => go(session, Number(id.split(":")[1])))),
      })

      const namespaces: Readonly<Record<NetworkNamespace, ServedNamespace>> = {
        eip155: { ...evm, addressesIn: addresses },
        solana: beside(world, {
          namespace: "solana",
          valid,
          run,
          emit,
          respond: (method, params) => respondToSolanaRelay(phone, method, params),
        }),
        bip122: beside(world, {
          namespace: "bip122",
          valid,
          run,
          emit,
          respond: (method, params, caipNetworkId) =>
            respondToBitcoinRelay(phone, world, method, params, caipNetworkId),
        }),
      }

      const served = (namespace: Namespace) => Object.entries(namespaces).find(([name]) => name === namespace)?.[1]

      if (held) yield* Effect.forkIn(outlive(held), scope)
      yield* onScopeClose(
        phone.listen((event) => {
          if (!held) return
          if (event === "accountsChanged" && !phone.state().granted) {
            fork(hold(undefined))
            return emit({ type: "ended" })
          }
          if (event === "chainChanged")
            emit({
              type: "wallet",
              namespace: "eip155",
              change: { type: "chain", caipNetworkId: `eip155:${phone.state().chainId}` },
            })
          emitAccounts(held)
          fork(keep)
        }),
      )
      let locked = phone.state().locked
      yield* onScopeClose(
        phone.watch(() => {
          if (locked === phone.state().locked) return
          locked = !locked
          // While another tab pairs, the phone counts as not granted and emits no events. The session of this tab must still report the
          // change.
          if (held && !phone.state().granted) emitAccounts(held)
        }),
      )
      let offline = faults.offline("relay")
      yield* onScopeClose(
        faults.watch(() => {
          if (offline === faults.offline("relay")) return
          offline = !offline
          if (held) emit(offline ? { type: "lost", error: new ConnectFailed() } : { type: "back" })
        }),
      )

      return {
        connect: Effect.fn("Relay.connect", { kind: "client" })(function* ({ networks, onUri, signIn }) {
          yield* Effect.mapError(faults.pass("relay"), (cause) => new ConnectFailed({ cause }))
          const { chains } = phone.state().manner
          const requested = networks.filter(({ chainNamespace, id }) =>
            chainNamespace === "eip155"
              ? (chains?.includes(Number(id)) ?? true)
              : phone.also(chainNamespace).length > 0,
          )
          const first = requested.find(({ chainNamespace }) => chainNamespace === "eip155")
          if (requested.length === 0) return yield* Effect.fail(new ConnectorSupportsNoChain())
          const now = yield* Clock.currentTimeMillis
          const code = `${world.seed} ${++codes}`

          phone.resume({ granted: false, ...(first && { chainId: Number(first.id) }) })
          yield* Effect.suspend(() => {
            onUri(uriOf(code, now))
            return phone.connect
          }).pipe(
            Effect.mapError((cause) =>
              isUserRejection(cause) ? new ConnectionRejected({ cause }) : new ConnectFailed({ cause }),
            ),
            Effect.onError(() => Effect.sync(() => phone.resume({ granted: held !== undefined }))),
          )
          const ids = requested.map(({ caipNetworkId }) => caipNetworkId)
          const accounts = requested.flatMap(({ chainNamespace, caipNetworkId }) =>
            phoneAddresses(phone, chainNamespace, caipNetworkId).map((address) => `${caipNetworkId}:${address}`),
          )
          const session: RelaySession = {
            topic: hexOf(`session ${code}`, 64),
            expiresAt: now + lifetime,
            accounts,
            approvedCaipNetworkIds: ids,
            // If the phone's chains are limited, the session does not grant methods that add or switch chains.
            methods: Object.values(optionalNamespaces(requested))
              .flatMap(({ methods }) => methods)
              .filter((method) => !chains || !method.endsWith("EthereumChain")),
            peer: { name: phone.name, icon: phone.icon, url: "https://fathom.example" },
          }
          yield* Effect.uninterruptible(hold(session))
          yield* Effect.forkIn(outlive(session), scope)
          const [address] = addresses()
          if (!signIn || !phone.state().manner.oneClick || address === undefined) return session
          const issuedAt = new Date(now).toISOString()
          const sign = (chainId: string) => {
            const data = { ...signIn, chainId, accountAddress: address, issuedAt }
            const message = siwxText(data)
            return Effect.map(signedWith(address, message), (signature): SiwxSession => ({ data, message, signature }))
          }
          return {
            ...session,
            signed: yield* Effect.mapError(Effect.forEach(ids, sign), (cause) => new ConnectFailed({ cause })),
          }
        }),
        restore: Effect.suspend(() => {
          if (!lapsed) return Effect.succeed(held)
          lapsed = false
          return Effect.map(hold(undefined), () => {
            emit({ type: "expired", wallet: phone.name })
            return undefined
          })
        }),
        disconnect: Effect.suspend(() => {
          const was = held
          return Effect.tap(hold(undefined), () => Effect.sync(() => was && emit({ type: "ended" })))
        }),
        watch: changes.watch,
        provider: (namespace) =>
          Effect.suspend((): Effect.Effect<RelayProvider, NotConnectedYet | NamespaceNotConfigured> => {
            if (!held) return Effect.fail(new NotConnectedYet())
            const { provider } = served(namespace) ?? {}
            const granted = held.approvedCaipNetworkIds.some((id) => id.startsWith(`${namespace}:`))
            return provider && granted ? Effect.succeed(provider) : Effect.fail(new NamespaceNotConfigured())
          }),
        revive: Effect.void,
      }
    }),
  )

const key = storageKey("demo_relay")
/** Lifetime of a session in ms: one week. */
const lifetime = 604_800_000

/** Calls `stop` when the scope closes. */
const onScopeClose = (stop: () => void) => Effect.asVoid(Effect.acquireRelease(Effect.succeed(stop), Effect.sync))

const uriOf = (code: string, now: number) =>
  `wc:${hexOf(`topic ${code}`, 64)}@2?expiryTimestamp=${Math.floor((now + pairing.lifetime) / 1000)}&relay-protocol=irn&symKey=${hexOf(`key ${code}`, 64)}`

const chainOf = (params: unknown) => {
  const first = Array.isArray(params) ? params[0] : params
  return isRecord(first) ? Number(first.chainId) : Number.NaN
}
