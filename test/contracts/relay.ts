import { signal } from "@preact/signals-core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Relay, type RelayChange } from "../../services/Relay.ts"
import { SwitchNotApproved } from "../../src/errors/index.ts"
import type { CaipNetworkId, Network } from "../../src/options/networks.ts"
import { untilSignal as untilSignals } from "../../src/runtime/untilSignal.ts"
import { type SiwxRequest, siwxText } from "../../src/siwx/model/message.ts"
import { fails } from "../fixtures/fails.ts"
import { assert, describe } from "../fixtures/it.ts"
import { contract } from "./contract.ts"

/** A relay layer, and a wallet that the test controls. */
export interface RelayScene {
  readonly layer: Layer.Layer<Relay>
  /** The EVM networks the wallet approves. */
  readonly networks: readonly [Network, Network, ...Network[]]
  /** The wallet scans this QR code and approves. */
  approve(uri: string): void
  /** Same as `approve`, but the wallet also signs in (one-click auth). */
  approveAndSign(uri: string): void
  /** The wallet scans this QR code and rejects. */
  reject(uri: string): void
  /** The wallet ends the session. */
  disconnectFromWallet(): void
  /** The wallet selects another account. Returns its address. */
  changeAccount(): string
  /** The wallet selects another of the networks. Returns its ID. */
  changeChain(): CaipNetworkId
}

/** Contract of every layer of `Relay`. */
export const relayContract = (layer: string, scene: Effect.Effect<RelayScene, never, Scope.Scope>) => {
  const test = contract(
    scene,
    (given) =>
      Effect.map(Relay, (relay) => {
        const connected = relay.connect({ networks: given.networks, onUri: (uri) => given.approve(uri) })
        return [{ ...given, relay, connected }] as const
      }),
    "live",
  )

  describe(`Relay, ${layer}`, () => {
    test("provides a pairing URI, then the session that a wallet approved", function* ({ approve, networks, relay }) {
      const codes: string[] = []
      const session = yield* relay.connect({
        networks,
        onUri: (uri) => {
          codes.push(uri)
          approve(uri)
        },
      })

      assert.strictEqual(codes.length, 1)
      assert.match(codes[0] ?? "", /^wc:/)
      assert.sameMembers([...session.approvedCaipNetworkIds], idsOf(networks))
      assert.match(session.accounts[0] ?? "", /^eip155:\d+:0x[0-9a-fA-F]{40}$/)
      assert.isAbove(session.expiresAt, Date.now())
      assert.notStrictEqual(session.peer.name, "")
    })

    const signIn = {
      domain: "site.example",
      uri: "https://site.example",
      version: "1",
      nonce: "12345678",
      statement: "Sign in to Site",
      expirationTime: "2099-01-01T00:00:00.000Z",
      resources: ["https://site.example/terms"],
    } satisfies SiwxRequest

    test("provides the sign-in of a wallet that signs while it approves", function* (scene) {
      const { networks, relay } = scene
      const { signed = [], ...session } = yield* relay.connect({
        networks,
        onUri: (uri) => scene.approveAndSign(uri),
        signIn,
      })

      assert.sameMembers(
        signed.map(({ data }) => data.chainId as CaipNetworkId),
        idsOf(networks),
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
      assert.sameMembers([...session.approvedCaipNetworkIds], idsOf(networks))
      assert.include(session.methods, "eth_sendTransaction")
      // The session works like any other.
      assert.deepStrictEqual(yield* relay.restore, session)
      const provider = yield* relay.provider("eip155")
      const address = addressOf(session.accounts[0] ?? "")
      const signature = yield* Effect.promise(() =>
        provider.request({ method: "personal_sign", params: ["0x70", address] }),
      )
      assert.match(`${signature}`, /^0x[0-9a-f]{130}$/)
      yield* relay.disconnect
      assert.isUndefined(yield* relay.restore)
    })

    test("provides only a session if the wallet cannot sign in while it approves", function* (scene) {
      const { networks, relay } = scene
      const session = yield* relay.connect({ networks, onUri: (uri) => scene.approve(uri), signIn })
      assert.notProperty(session, "signed")
      assert.sameMembers([...session.approvedCaipNetworkIds], idsOf(networks))
      assert.include(session.methods, "eth_sendTransaction")
      assert.deepStrictEqual(yield* relay.restore, session)
    })

    test("Error: 'Connection rejected' when the wallet rejects, and the next code can be approved", function* (scene) {
      const { connected, networks, relay } = scene
      const error = yield* Effect.flip(relay.connect({ networks, onUri: (uri) => scene.reject(uri) }))

      assert.deepInclude(error, { _tag: "ConnectionRejected", message: "Connection rejected" })
      assert.isUndefined(yield* relay.restore)
      assert.isNotEmpty((yield* connected).accounts)
    })

    test("revokes a pairing URI once its attempt is interrupted", function* ({ approve, networks, relay }) {
      const coded = yield* Deferred.make<string>()
      const waiting = yield* Effect.forkChild(
        relay.connect({ networks, onUri: (uri) => Deferred.doneUnsafe(coded, Effect.succeed(uri)) }),
      )
      const code = yield* Deferred.await(coded)
      yield* Fiber.interrupt(waiting)

      assert.isUndefined(yield* relay.restore)
      const second: string[] = []
      yield* relay.connect({
        networks,
        onUri: (uri) => {
          second.push(uri)
          approve(uri)
        },
      })
      assert.notInclude(second, code)
    })

    test("restores the session, but not after a disconnect", function* ({ connected, relay }) {
      assert.isUndefined(yield* relay.restore)
      const session = yield* connected

      assert.deepStrictEqual(yield* relay.restore, session)
      yield* relay.disconnect
      assert.isUndefined(yield* relay.restore)
      yield* relay.disconnect
    })

    test("A session is removed when the wallet disconnects it", function* (scene) {
      const { connected, relay } = scene
      const changes = yield* followed
      yield* connected
      const provider = yield* relay.provider("eip155")
      scene.disconnectFromWallet()
      yield* until(changes, ({ type }) => type === "ended")

      assert.deepStrictEqual(changes, [{ type: "ended" }])
      assert.isUndefined(yield* relay.restore)
      const asking = Effect.tryPromise({ try: () => provider.request({ method: "eth_accounts" }), catch: asError })
      yield* fails(asking, { message: "Please call connect() before request()" })
    })

    test("Error: 'Please call connect() before request()'", function* ({ relay }) {
      const message = "Please call connect() before request()"
      yield* fails(relay.provider("eip155"), { _tag: "NotConnectedYet", message })
    })

    test("Error: 'Namespace is not configured. Please call connect() first'", function* ({ connected, relay }) {
      yield* connected

      assert.deepInclude(yield* Effect.flip(relay.provider("solana")), {
        _tag: "NamespaceNotConfigured",
        message: "Namespace is not configured. Please call connect() first",
      })
    })

    test("has one provider, which has the accounts and the chain and requests signatures from the wallet", function* (scene) {
      const { connected, networks, relay } = scene
      const session = yield* connected
      const provider = yield* relay.provider("eip155")
      const request = (method: string, params?: readonly unknown[]) =>
        Effect.promise(() => provider.request({ method, ...(params && { params }) }))
      const [first] = networks
      const accounts = addressesOn(session, first.caipNetworkId)

      assert.strictEqual(yield* relay.provider("eip155"), provider)
      assert.deepStrictEqual(yield* request("eth_accounts"), accounts)
      assert.strictEqual(yield* request("eth_chainId"), hexOf(first.id))
      assert.match(`${yield* request("personal_sign", ["0x706f727469636f", accounts[0]])}`, /^0x[0-9a-f]{130}$/)
    })

    test("announces only requests that go to the wallet", function* ({ connected, relay }) {
      const changes = yield* followed
      const session = yield* connected
      const provider = yield* relay.provider("eip155")
      const params = ["0x70", addressOf(session.accounts[0] ?? "")]
      for (const request of [
        { method: "eth_accounts" },
        { method: "eth_chainId" },
        { method: "personal_sign", params },
      ])
        yield* Effect.promise(() => provider.request(request))
      yield* until(changes, ({ type }) => type === "requested")

      const [asked, ...more] = changes.flatMap((one) => (one.type === "requested" ? [one] : []))
      assert.isEmpty(more)
      assert.deepInclude(asked, { topic: session.topic, method: "personal_sign" })
      assert.isAbove(asked?.id ?? 0, 0)
    })

    test("Switching chain updates the default chain", function* ({ connected, networks, relay }) {
      yield* connected
      const provider = yield* relay.provider("eip155")
      const chainId = hexOf(networks[1].id)
      yield* Effect.promise(() => provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] }))

      assert.strictEqual(yield* Effect.promise(() => provider.request({ method: "eth_chainId" })), chainId)
    })

    test("has the session's chain, and switches among its approved chains without a prompt", function* (scene) {
      const { connected, networks, relay } = scene
      const session = yield* connected
      const provider = yield* relay.provider("eip155")
      const [first, second] = networks
      const before = yield* Effect.promise(provider.status)
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => provider.setDefaultChain("eip155:424242"), catch: asError }),
      )
      yield* Effect.promise(() => provider.setDefaultChain(second.caipNetworkId))
      const after = yield* Effect.promise(provider.status)

      assert.strictEqual(before.caipNetworkId, first.caipNetworkId)
      assert.sameMembers([...before.approved], [...session.approvedCaipNetworkIds])
      assert.isTrue(before.methods.has("personal_sign"))
      assert.strictEqual(refused.message, new SwitchNotApproved(424242).message)
      assert.strictEqual(after.caipNetworkId, second.caipNetworkId)
      assert.deepStrictEqual([...after.addresses], addressesOn(session, second.caipNetworkId))
    })

    test("Switching chain emits accountsChanged and chainChanged", function* (scene) {
      const { connected, relay } = scene
      const changes = yield* followed
      const session = yield* connected
      const provider = yield* relay.provider("eip155")
      const emitted: unknown[] = []
      for (const event of ["chainChanged", "accountsChanged"] as const)
        provider.on(event, (value) => emitted.push(value))
      const chosen = scene.changeChain()
      yield* until(changes, (one) => one.type === "wallet" && one.change.type === "accounts")

      const there = addressesOn(session, chosen)
      assert.deepStrictEqual(
        changes.flatMap((one) => (one.type === "wallet" ? [one.change] : [])),
        [
          { type: "chain", caipNetworkId: chosen },
          { type: "accounts", accounts: there.map((address) => ({ address })) },
        ],
      )
      assert.deepStrictEqual(emitted, [hexOf(chosen.split(":")[1] ?? ""), there])
    })

    test("follows the wallet to another account", function* (scene) {
      const { connected, relay } = scene
      const changes = yield* followed
      yield* connected
      const provider = yield* relay.provider("eip155")
      const chosen = scene.changeAccount()
      yield* until(
        changes,
        (one) => one.type === "wallet" && one.change.type === "accounts" && one.change.accounts[0]?.address === chosen,
      )

      const accounts = yield* Effect.promise(() => provider.request({ method: "eth_accounts" }))
      assert.strictEqual((accounts as readonly string[])[0], chosen)
    })
  })
}

/** Number of changes received by each list of `followed`, which `until` waits for. */
const counts = new WeakMap<readonly RelayChange[], ReturnType<typeof signal<number>>>()

/** Every change of the relay from now on, in a growing list. */
export const followed = Effect.gen(function* () {
  const changes: RelayChange[] = []
  const count = signal(0)
  counts.set(changes, count)
  yield* (yield* Relay).watch((change) => {
    count.value = changes.push(change)
  })
  return changes
})

/** Waits until `followed` has received a matching change. */
export const until = (changes: readonly RelayChange[], wanted: (change: RelayChange) => boolean): Effect.Effect<void> =>
  Effect.asVoid(untilSignals(() => (counts.get(changes)?.value && changes.some(wanted) ? true : undefined)))

const idsOf = (networks: readonly Network[]) => networks.map(({ caipNetworkId }) => caipNetworkId)
const hexOf = (chain: string | number) => `0x${Number(chain).toString(16)}`

/** The addresses of a session on a network. */
const addressesOn = ({ accounts }: { readonly accounts: readonly string[] }, network: CaipNetworkId) =>
  accounts.filter((one) => one.startsWith(`${network}:`)).map(addressOf)

export const addressOf = (account: string): string => account.split(":")[2] ?? ""

export const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(`${cause}`))
