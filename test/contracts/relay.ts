import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { SwitchNotApproved } from "../../src/domain/errors.ts"
import type { CaipNetworkId, Network } from "../../src/domain/networks.ts"
import { type SiwxRequest, siwxText } from "../../src/domain/siwx.ts"

/** A relay leaf and a wallet that a test holds in its hand. Each case gets a fresh one. */
export interface RelayScene {
  readonly layer: Layer.Layer<Relay>
  /** EVM networks that the wallet approves, all of them. */
  readonly networks: readonly [Network, Network, ...Network[]]
  /** The wallet scans this code and approves. */
  approve(uri: string): void
  /** As `approve`, by a wallet that signs in along with it. */
  approveAndSign(uri: string): void
  /** The wallet scans this code and rejects. */
  reject(uri: string): void
  /** The wallet ends the session. */
  disconnectFromWallet(): void
  /** The wallet picks another account; gives its address. */
  changeAccount(): string
  /** The wallet picks another of the networks; gives its id. */
  changeChain(): CaipNetworkId
}

/** What every leaf of `Relay` does. */
export const relayContract = (leaf: string, scene: Effect.Effect<RelayScene, never, Scope.Scope>) => {
  const withScene = <A, E>(run: (scene: RelayScene) => Effect.Effect<A, E, Relay | Scope.Scope>) =>
    Effect.scoped(Effect.flatMap(scene, (made) => Effect.provide(run(made), made.layer)))

  const connected = Effect.fnUntraced(function* ({ networks, approve }: RelayScene) {
    return yield* (yield* Relay).connect({ networks, paired: approve })
  })

  describe(`Relay, ${leaf}`, () => {
    it.live("gives a code, then the session that a wallet approved", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const codes: string[] = []
          const session = yield* (yield* Relay).connect({
            networks: given.networks,
            paired: (uri) => {
              codes.push(uri)
              given.approve(uri)
            },
          })

          assert.strictEqual(codes.length, 1)
          assert.match(codes[0] ?? "", /^wc:/)
          assert.deepStrictEqual(
            [...session.approvedCaipNetworkIds].sort(),
            given.networks.map(({ caipNetworkId }) => caipNetworkId).sort(),
          )
          assert.match(session.accounts[0] ?? "", /^eip155:\d+:0x[0-9a-fA-F]{40}$/)
          assert.isAbove(session.expiresAt, Date.now())
          assert.notStrictEqual(session.peer.name, "")
        }),
      ),
    )

    const signIn = {
      domain: "site.example",
      uri: "https://site.example",
      version: "1",
      nonce: "12345678",
      statement: "Sign in to Site",
      expirationTime: "2099-01-01T00:00:00.000Z",
      resources: ["https://site.example/terms"],
    } satisfies SiwxRequest

    it.live("gives with the session what a wallet signed that signs in with its approval, as it was asked to", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const { networks } = given
          const { signed = [], ...session } = yield* relay.connect({ networks, paired: given.approveAndSign, signIn })
          const ids = networks.map(({ caipNetworkId }) => caipNetworkId)

          assert.sameMembers(
            signed.map(({ data }) => data.chainId as CaipNetworkId),
            ids,
          )
          for (const { data, message, signature } of signed) {
            assert.include(session.accounts, `${data.chainId}:${data.accountAddress}`)
            const { domain, uri, version, nonce, expirationTime } = signIn
            assert.deepInclude(data, { domain, uri, version, nonce, expirationTime })
            assert.isTrue(data.statement?.startsWith("Sign in to Site"))
            assert.strictEqual(data.resources?.[0], "https://site.example/terms")
            assert.strictEqual(message, siwxText(data))
            assert.match(signature, /^0x[0-9a-f]{130}$/)
          }
          assert.sameMembers([...session.approvedCaipNetworkIds], ids)
          assert.include(session.methods, "eth_sendTransaction")
          // It is a session like any other.
          assert.deepStrictEqual(yield* relay.restore, session)
          const provider = yield* relay.provider("eip155")
          const address = addressOf(session.accounts[0] ?? "")
          const asked = () => provider.request({ method: "personal_sign", params: ["0x70", address] })
          assert.match(`${yield* Effect.promise(asked)}`, /^0x[0-9a-f]{130}$/)
          yield* relay.disconnect
          assert.isUndefined(yield* relay.restore)
        }),
      ),
    )

    it.live("gives a session alone where the wallet does not know how to sign in with its approval", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const { networks } = given
          const session = yield* relay.connect({ networks, paired: given.approve, signIn })
          assert.notProperty(session, "signed")
          assert.deepStrictEqual(yield* relay.restore, session)
        }),
      ),
    )

    it.live("Error: 'Connection rejected' when the wallet rejects, and the next code can be approved", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const error = yield* Effect.flip(relay.connect({ networks: given.networks, paired: given.reject }))

          assert.strictEqual(error._tag, "ConnectionRejected")
          assert.strictEqual(error.message, "Connection rejected")
          assert.strictEqual(yield* relay.restore, undefined)
          assert.isAbove((yield* connected(given)).accounts.length, 0)
        }),
      ),
    )

    it.live("takes back a code when nobody waits for it any more", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const coded = yield* Deferred.make<string>()
          const waiting = yield* Effect.forkChild(
            relay.connect({
              networks: given.networks,
              paired: (uri) => Deferred.doneUnsafe(coded, Effect.succeed(uri)),
            }),
          )
          const code = yield* Deferred.await(coded)
          yield* Fiber.interrupt(waiting)

          assert.strictEqual(yield* relay.restore, undefined)
          const second: string[] = []
          yield* relay.connect({
            networks: given.networks,
            paired: (uri) => {
              second.push(uri)
              given.approve(uri)
            },
          })
          assert.notInclude(second, code)
        }),
      ),
    )

    it.live("restores the session, and nothing after a disconnect", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          assert.strictEqual(yield* relay.restore, undefined)
          const session = yield* connected(given)

          assert.deepStrictEqual(yield* relay.restore, session)
          yield* relay.disconnect
          assert.strictEqual(yield* relay.restore, undefined)
          yield* relay.disconnect
        }),
      ),
    )

    it.live("A session is removed when the wallet disconnects it", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const changes = yield* followed
          yield* connected(given)
          const provider = yield* relay.provider("eip155")
          given.disconnectFromWallet()
          yield* until(changes, ({ is }) => is === "ended")

          assert.deepStrictEqual(changes, [{ is: "ended" }])
          assert.strictEqual(yield* relay.restore, undefined)
          const error = yield* Effect.flip(
            Effect.tryPromise({ try: () => provider.request({ method: "eth_accounts" }), catch: asError }),
          )
          assert.strictEqual(error.message, "Please call connect() before request()")
        }),
      ),
    )

    it.live("Error: 'Please call connect() before request()'", () =>
      withScene(() =>
        Effect.gen(function* () {
          const error = yield* Effect.flip((yield* Relay).provider("eip155"))

          assert.strictEqual(error._tag, "NotConnectedYet")
          assert.strictEqual(error.message, "Please call connect() before request()")
        }),
      ),
    )

    it.live("Error: 'Namespace is not configured. Please call connect() first'", () =>
      withScene((given) =>
        Effect.gen(function* () {
          yield* connected(given)
          const error = yield* Effect.flip((yield* Relay).provider("solana"))

          assert.strictEqual(error._tag, "NamespaceNotConfigured")
          assert.strictEqual(error.message, "Namespace is not configured. Please call connect() first")
        }),
      ),
    )

    it.live("has one provider, which knows accounts and chain and asks the wallet to sign", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const session = yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const request = (method: string, params?: readonly unknown[]) =>
            Effect.promise(() => provider.request({ method, ...(params && { params }) }))
          const [first] = given.networks
          const accounts = session.accounts.filter((one) => one.startsWith(`${first.caipNetworkId}:`)).map(addressOf)

          assert.strictEqual(yield* relay.provider("eip155"), provider)
          assert.deepStrictEqual(yield* request("eth_accounts"), accounts)
          assert.strictEqual(yield* request("eth_chainId"), `0x${Number(first.id).toString(16)}`)
          assert.match(`${yield* request("personal_sign", ["0x706f727469636f", accounts[0]])}`, /^0x[0-9a-f]{130}$/)
        }),
      ),
    )

    it.live("tells of each request that goes to the wallet, and of none that is answered without it", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const changes = yield* followed
          const session = yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const address = addressOf(session.accounts[0] ?? "")
          for (const [method, params] of [
            ["eth_accounts"],
            ["eth_chainId"],
            ["personal_sign", ["0x70", address]],
          ] as const)
            yield* Effect.promise(() => provider.request({ method, ...(params && { params }) }))
          yield* until(changes, ({ is }) => is === "asked")

          const [asked, ...more] = changes.flatMap((one) => (one.is === "asked" ? [one] : []))
          assert.isEmpty(more)
          assert.strictEqual(asked?.topic, session.topic)
          assert.strictEqual(asked?.method, "personal_sign")
          assert.isAbove(asked?.id ?? 0, 0)
        }),
      ),
    )

    it.live("Switching chain updates the default chain", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const chainId = `0x${Number(given.networks[1].id).toString(16)}`
          yield* Effect.promise(() => provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] }))

          assert.strictEqual(yield* Effect.promise(() => provider.request({ method: "eth_chainId" })), chainId)
        }),
      ),
    )

    it.live("says where a session stands, and moves it among the approved networks without asking anybody", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const { accounts, approvedCaipNetworkIds } = yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const before = yield* Effect.promise(provider.stand)
          const [first, second] = given.networks
          const refused = yield* Effect.flip(
            Effect.tryPromise({ try: () => provider.moveTo("eip155:424242"), catch: asError }),
          )
          yield* Effect.promise(() => provider.moveTo(second.caipNetworkId))
          const after = yield* Effect.promise(provider.stand)

          assert.strictEqual(before.caipNetworkId, first.caipNetworkId)
          assert.deepStrictEqual([...before.approved].sort(), [...approvedCaipNetworkIds].sort())
          assert.isTrue(before.methods.has("personal_sign"))
          assert.strictEqual(refused.message, new SwitchNotApproved(424242).message)
          assert.strictEqual(after.caipNetworkId, second.caipNetworkId)
          assert.deepStrictEqual(
            [...after.addresses],
            accounts.filter((one) => one.startsWith(`${second.caipNetworkId}:`)).map(addressOf),
          )
        }),
      ),
    )

    it.live("Switching chain emits accountsChanged and chainChanged", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const changes = yield* followed
          const session = yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const heard: unknown[] = []
          provider.on("chainChanged", (value) => heard.push(value))
          provider.on("accountsChanged", (value) => heard.push(value))
          const chosen = given.changeChain()
          yield* until(changes, (one) => one.is === "wallet" && one.change.is === "accounts")

          const told = changes.flatMap((one) => (one.is === "wallet" ? [one.change] : []))
          const there = session.accounts.filter((one) => one.startsWith(`${chosen}:`)).map(addressOf)
          assert.deepStrictEqual(told, [
            { is: "chain", caipNetworkId: chosen },
            { is: "accounts", accounts: there.map((address) => ({ address })) },
          ])
          assert.deepStrictEqual(heard, [`0x${Number(chosen.split(":")[1]).toString(16)}`, there])
        }),
      ),
    )

    it.live("follows the wallet to another account", () =>
      withScene((given) =>
        Effect.gen(function* () {
          const relay = yield* Relay
          const changes = yield* followed
          yield* connected(given)
          const provider = yield* relay.provider("eip155")
          const chosen = given.changeAccount()
          const isChosen = (one: RelayChange) =>
            one.is === "wallet" && one.change.is === "accounts" && one.change.accounts[0]?.address === chosen
          yield* until(changes, isChosen)

          const accounts = yield* Effect.promise(() => provider.request({ method: "eth_accounts" }))
          assert.strictEqual((accounts as readonly string[])[0], chosen)
        }),
      ),
    )
  })
}

/** Everything the relay tells from now on, in a list that grows. */
export const followed = Effect.gen(function* () {
  const changes: RelayChange[] = []
  yield* (yield* Relay).follow((change) => changes.push(change))
  return changes
})

/** Waits until one of the changes is as wanted. */
export const until = (changes: readonly RelayChange[], wanted: (change: RelayChange) => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (changes.some(wanted) ? Effect.void : Effect.delay(until(changes, wanted), "5 millis")))

export const addressOf = (account: string): string => account.split(":")[2] ?? ""

export const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(`${cause}`))
