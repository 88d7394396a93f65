import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { type Hex, isHex, verifyMessage } from "viem"
import { Relay } from "../../services/Relay.ts"
import { disconnectWait, relayWait } from "../../src/domain/limits.ts"
import { base, mainnet, polygon } from "../../src/domain/networks.ts"
import { addressOf, asError, followed, relayContract, until } from "../contracts/relay.ts"
import type { Relay as Loopback } from "../real/parts/relay.ts"
import type { Wallet } from "../real/parts/wallet.ts"
import {
  accounts,
  holdingTimersFrom,
  keptAs,
  relay as loopback,
  networks,
  pageOn,
  type RelayPage,
  walletOn,
} from "./relayWorld.ts"
import { eventually } from "./server.ts"

relayContract(
  "live",
  Effect.gen(function* () {
    const relay = yield* loopback
    const wallet = yield* walletOn(relay)
    const signing = yield* walletOn(relay, [1, 137], true)
    return {
      layer: pageOn(relay).leaf,
      networks: [mainnet, polygon],
      approve: (uri) => void wallet.pair(uri),
      approveAndSign: (uri) => void signing.pair(uri),
      reject: (uri) => {
        wallet.person.next("reject")
        void wallet.pair(uri)
      },
      disconnectFromWallet: () => void wallet.disconnect(),
      changeAccount: () => {
        void wallet.switchAccount(1)
        return accounts[1].address
      },
      changeChain: () => {
        void wallet.switchChain(polygon.id)
        return polygon.caipNetworkId
      },
    }
  }),
)

interface World {
  readonly relay: Loopback
  readonly wallet: Wallet
  readonly page: RelayPage
}

const inWorld = <A, E>(run: (world: World) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const relay = yield* loopback
      return yield* run({ relay, wallet: yield* walletOn(relay), page: pageOn(relay) })
    }),
  )

const connect = (wallet: Wallet) =>
  Effect.flatMap(Relay, (relay) => relay.connect({ networks, paired: (uri) => void wallet.pair(uri) }))

const ask = Effect.fnUntraced(function* (method: string, params?: readonly unknown[], caipNetworkId?: string) {
  const provider = yield* (yield* Relay).provider("eip155")
  return yield* Effect.tryPromise({
    try: () => provider.request({ method, ...(params && { params }) }, caipNetworkId),
    catch: asError,
  })
})

/** Proposes and gives the code, with the fiber that waits for the wallet. */
const coded = Effect.gen(function* () {
  const relay = yield* Relay
  const code = yield* Deferred.make<string>()
  const waiting = yield* Effect.forkChild(
    relay.connect({ networks, paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }),
  )
  return { code: yield* Deferred.await(code), waiting }
})

describe("A relay session", () => {
  it.live("Wallet-relay connect with optional namespaces", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const [session] = keptAs(page, "session") as readonly Record<string, Record<string, { chains: unknown }>>[]

        assert.deepStrictEqual(session?.requiredNamespaces, {})
        assert.deepStrictEqual(session?.optionalNamespaces?.eip155?.chains, ["eip155:1", "eip155:137", "eip155:8453"])
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("makes known by what name the relay knows the page, the same one at the next visit", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const names: string[] = []
        const relay = yield* loopback
        const page = pageOn(relay, { introduced: (name) => names.push(name) })
        const wallet = yield* walletOn(relay)
        yield* Effect.provide(connect(wallet), page.leaf)
        yield* Effect.provide(
          Effect.flatMap(Relay, ({ restore }) => restore),
          page.leaf,
        )

        assert.match(names[0] ?? "", /^did:key:z/)
        assert.deepStrictEqual(names, [names[0], names[0]])
      }),
    ),
  )

  it.live("Only one wallet-session storage prefix is used", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const prefixes = new Set([...page.kept.keys()].map((key) => key.split(":")[0]))

        assert.deepStrictEqual([...prefixes], ["relay"])
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("leaves it to the modal to open a wallet's link", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const kept = () => (keptAs(page, "session") as readonly { sessionConfig?: { disableDeepLink: boolean } }[])[0]

        yield* eventually(() => kept()?.sessionConfig?.disableDeepLink === true)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("is restored by the next visit, on the chain it stood on, and can be used at once", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        const before = yield* Effect.gen(function* () {
          const session = yield* connect(wallet)
          yield* ask("wallet_switchEthereumChain", [{ chainId: "0x89" }])
          return session
        }).pipe(Effect.provide(page.leaf))

        yield* Effect.gen(function* () {
          const changes = yield* followed
          assert.deepStrictEqual(yield* (yield* Relay).restore, before)
          assert.strictEqual(yield* ask("eth_chainId"), "0x89")
          const signature = yield* ask("personal_sign", ["0x706f727469636f", accounts[0].address])
          const right = { address: accounts[0].address, message: "portico", signature: signature as Hex }
          assert.isTrue(yield* Effect.promise(() => verifyMessage(right)))
          assert.deepStrictEqual(
            changes.map(({ is }) => is),
            ["asked"],
          )
        }).pipe(Effect.provide(page.leaf))
      }),
    ),
  )

  it.live("is not restored once its time is over: Sessions expire and are then deleted", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* Effect.provide(connect(wallet), page.leaf)
        const [key = "", text = ""] = [...page.kept].find(([name]) => name.endsWith("//session")) ?? []
        page.kept.set(key, text.replace(/"expiry":\d+/, '"expiry":1'))

        yield* Effect.gen(function* () {
          const changes = yield* followed
          assert.strictEqual(yield* (yield* Relay).restore, undefined)
          assert.strictEqual(yield* (yield* Relay).restore, undefined)

          assert.deepStrictEqual(changes, [{ is: "expired", wallet: "Loopback Wallet" }])
          assert.strictEqual(page.kept.size, 0)
          assert.isAbove((yield* connect(wallet)).accounts.length, 0)
        }).pipe(Effect.provide(page.leaf))
      }),
    ),
  )

  it.live("takes the place of the one before it, which the wallet sees end", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        const first = yield* connect(wallet)
        const second = yield* connect(wallet)
        yield* eventually(() => wallet.sessions().length === 1)

        assert.notStrictEqual(second.topic, first.topic)
        assert.deepStrictEqual(wallet.sessions(), [second.topic])
        assert.deepStrictEqual(yield* (yield* Relay).restore, second)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("ends here at once when the visitor disconnects, and the wallet hears of it", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const provider = yield* (yield* Relay).provider("eip155")
        let told: unknown
        provider.on("disconnect", (error) => {
          told = error
        })
        yield* (yield* Relay).disconnect

        assert.strictEqual(page.kept.size, 0)
        assert.propertyVal(told, "_tag", "ProviderDisconnectedError")
        yield* eventually(() => wallet.sessions().length === 0)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("of one instance is untouched by what another on the same page does", () =>
    inWorld(({ page, relay, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* (yield* Relay).restore, undefined)
          yield* connect(wallet)
          yield* (yield* Relay).disconnect
        }).pipe(Effect.provide(pageOn(relay).leaf))

        assert.isTrue(isHex(yield* ask("personal_sign", ["0x00", accounts[0].address])))
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.effect("Disconnect waits at most 3000 ms", () =>
    inWorld(({ page, relay, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        yield* Effect.promise(() => relay.stop())
        const leaving = yield* Effect.forkChild((yield* Relay).disconnect)
        yield* eventually(() => relay.connections() === 0)
        yield* TestClock.adjust(disconnectWait - 1)
        assert.isAbove(page.kept.size, 0)
        yield* TestClock.adjust(1)
        yield* Fiber.join(leaving)

        assert.strictEqual(page.kept.size, 0)
        assert.strictEqual(yield* (yield* Relay).restore, undefined)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("survives the loss of its socket", () =>
    inWorld(({ page, relay, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const changes = yield* followed
        relay.dropAll()
        yield* until(changes, ({ is }) => is === "back")

        assert.deepStrictEqual(
          changes.map(({ is }) => is),
          ["lost", "back"],
        )
        assert.isTrue(isHex(yield* ask("personal_sign", ["0x00", accounts[0].address])))
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("gets its socket back as soon as the page is shown again, and has one then", () =>
    inWorld(({ page, relay, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        yield* Effect.promise(() => wallet.stop())
        const changes = yield* followed
        const held = yield* holdingTimersFrom(500)
        relay.closeWith(1001)
        relay.dropAll()
        // Refused once, the library waits a second before it tries again.
        const sleeping = () => held.find(({ ms }) => ms === 1_000)
        yield* eventually(() => sleeping() !== undefined)
        relay.closeWith(undefined)
        page.change("visible")
        yield* until(changes, ({ is }) => is === "back")
        const calls = relay.log.length
        sleeping()?.ring()
        yield* eventually(() => relay.log.length > calls)

        assert.strictEqual(relay.connections(), 1)
        assert.deepStrictEqual(
          changes.map(({ is }) => is),
          ["lost", "back"],
        )
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.effect("A topic must not be expired", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        const { expiresAt } = yield* connect(wallet)
        const changes = yield* followed
        const provider = yield* (yield* Relay).provider("eip155")
        yield* TestClock.setTime(expiresAt)
        const error = yield* Effect.flip(
          Effect.tryPromise({ try: () => provider.request({ method: "eth_accounts" }), catch: asError }),
        )

        assert.propertyVal(error, "_tag", "TopicExpired")
        assert.deepStrictEqual(changes, [{ is: "expired", wallet: "Loopback Wallet" }])
        yield* eventually(() => JSON.stringify(keptAs(page, "session")) === "[]")
      }).pipe(Effect.provide(page.leaf)),
    ),
  )
})

describe("A relay session's provider", () => {
  it.live("sends what the session grants to the wallet and reads everything else from the network's nodes", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        yield* ask("personal_sign", ["0x00", accounts[0].address])
        const params = [accounts[0].address, "latest"]

        assert.strictEqual(yield* ask("eth_getBalance", params), "0x2a")
        assert.strictEqual(yield* ask("eth_blockNumber", undefined, "eip155:137"), "0x2a")
        assert.deepStrictEqual(wallet.person.asked, ["session_proposal", "personal_sign"])
        assert.deepStrictEqual(page.nodeCalls, [
          { network: mainnet, method: "eth_getBalance", params },
          { network: polygon, method: "eth_blockNumber", params: [] },
        ])
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("sends nothing to a node that only a wallet may see", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const error = yield* Effect.flip(ask("eth_sign", [accounts[0].address, "0x00"]))

        assert.propertyVal(error, "code", 4100)
        assert.deepStrictEqual(page.nodeCalls, [])
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("gives the wallet's refusal with its code", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        wallet.person.next("reject")
        const error = yield* Effect.flip(ask("personal_sign", ["0x00", accounts[0].address]))

        assert.propertyVal(error, "_tag", "UserRejectedRequestError")
        assert.propertyVal(error, "code", 4001)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("asks the wallet for a chain that it did not approve", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const changes = yield* followed
        assert.strictEqual(yield* ask("wallet_switchEthereumChain", [{ chainId: "0x2105" }]), null)

        assert.strictEqual(yield* ask("eth_chainId"), "0x2105")
        assert.deepStrictEqual(wallet.person.asked, ["session_proposal", "wallet_switchEthereumChain"])
        const [session] = changes.flatMap((one) => (one.is === "session" ? [one.session] : []))
        assert.include(session?.approvedCaipNetworkIds ?? [], base.caipNetworkId)
        const unknown = yield* Effect.flip(ask("wallet_switchEthereumChain", [{ chainId: "0x3e7" }]))
        assert.propertyVal(unknown, "code", 4902)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("Error: 'Missing address parameter in wallet_getCapabilities request'", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const error = yield* Effect.flip(ask("wallet_getCapabilities", []))

        assert.strictEqual(error.message, "Missing address parameter in wallet_getCapabilities request")
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("Error: 'Fetching call status not approved by the wallet.'", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* connect(wallet)
        const error = yield* Effect.flip(ask("wallet_getCallsStatus", ["0x1"]))

        assert.strictEqual(error.message, "Fetching call status not approved by the wallet.")
      }).pipe(Effect.provide(page.leaf)),
    ),
  )
})

describe("A proposal", () => {
  it.live("that nobody waits for is gone, with its pairing and its keys", () =>
    inWorld(({ page, relay }) =>
      Effect.gen(function* () {
        const { waiting } = yield* coded
        assert.lengthOf(keptAs(page, "proposal") as readonly unknown[], 1)
        yield* Fiber.interrupt(waiting)
        yield* eventually(() => relay.log.some(({ method }) => method === "irn_unsubscribe"))

        assert.deepStrictEqual(keptAs(page, "proposal"), [])
        assert.deepStrictEqual(keptAs(page, "pairing"), [])
        assert.deepStrictEqual(keptAs(page, "expirer"), [])
        assert.lengthOf(Object.keys(keptAs(page, "keychain") as object), 1)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.live("shares nothing with another that waits beside it", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        const one = yield* coded
        const other = yield* coded
        assert.notStrictEqual(one.code, other.code)
        wallet.person.next("reject", "approve")
        yield* Effect.promise(() => wallet.pair(other.code))
        const error = yield* Effect.flip(Fiber.join(other.waiting))
        assert.strictEqual(error._tag, "ConnectionRejected")
        yield* Effect.promise(() => wallet.pair(one.code))

        assert.deepStrictEqual((yield* Fiber.join(one.waiting)).accounts.map(addressOf).slice(0, 2), [
          accounts[0].address,
          accounts[1].address,
        ])
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  it.effect("fails when the relay gives no code in time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const relay = yield* loopback
        yield* Effect.promise(() => relay.stop())
        const page = pageOn(relay)
        yield* Effect.gen(function* () {
          const failed = yield* Effect.forkChild(
            Effect.flip((yield* Relay).connect({ networks, paired: () => assert.fail("There is no relay") })),
          )
          yield* eventually(() => JSON.stringify(keptAs(page, "pairing") ?? []) !== "[]")
          yield* TestClock.adjust(relayWait)

          assert.strictEqual((yield* Fiber.join(failed))._tag, "ConnectFailed")
          assert.strictEqual(page.kept.size, 0)
        }).pipe(Effect.provide(page.leaf))
      }),
    ),
  )
})

describe("Storage under a relay session", () => {
  it.live("that is full costs the next visit's session, not this one", () =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        page.full = true
        yield* connect(wallet)

        assert.isTrue(isHex(yield* ask("personal_sign", ["0x00", accounts[0].address])))
        assert.strictEqual(page.kept.size, 0)
      }).pipe(Effect.provide(page.leaf)),
    ),
  )

  const foreign = ["null", "{}", "7", '"text"', "[null]", "[[]]", "[{}]", '[{"topic":7}]', "{", '{"a":1}']
  it.live.each(foreign)("that holds %s under every key does not keep a visitor from connecting", (text) =>
    inWorld(({ page, wallet }) =>
      Effect.gen(function* () {
        yield* Effect.provide(connect(wallet), page.leaf)
        for (const key of page.kept.keys()) if (key !== "relay") page.kept.set(key, text)

        yield* Effect.gen(function* () {
          assert.strictEqual(yield* (yield* Relay).restore, undefined)
          assert.isAbove((yield* connect(wallet)).accounts.length, 0)
        }).pipe(Effect.provide(page.leaf))
      }),
    ),
  )
})
