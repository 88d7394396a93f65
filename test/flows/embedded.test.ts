import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer as scripted } from "../../layers/browser/scripted.ts"
import type { Eip1193 } from "../../layers/chains/eip6963.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { Frame } from "../../services/Frame.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import {
  isConnected,
  updateEmail,
  updateEmailPrimaryOtp,
  updateEmailSecondaryOtp,
} from "../../src/domain/frameEvents.ts"
import { base, mainnet, polygon, solana } from "../../src/domain/networks.ts"
import { keyOf } from "../../src/domain/stored.ts"
import { authConnector } from "../../src/domain/wallets.ts"
import { refreshAccount } from "../../src/flows/account.ts"
import { setPreferredAccountType, switchAccountType } from "../../src/flows/accountType.ts"
import { fetchBalances, refreshBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { disconnect, providerOf, takeConnection } from "../../src/flows/connections.ts"
import { refreshLogin } from "../../src/flows/embedded.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { hearTab } from "../../src/flows/outside.ts"
import { connectAgain } from "../../src/flows/profile.ts"
import { openBuying } from "../../src/flows/receive.ts"
import { openSend } from "../../src/flows/sendForm.ts"
import { cancelSignIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import * as Router from "../../src/router.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { balances } from "../../src/state/balances.ts"
import { recents } from "../../src/state/recents.ts"
import { snack } from "../../src/state/snack.ts"
import { wallets } from "../../src/state/wallets.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox, withLogins } from "./embedded.ts"
import { createWorld, halyard, rest, shelf, visit } from "./modal.ts"

const here = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek())
const told = Effect.gen(function* () {
  yield* use(account)
  return snapshot(yield* Modal).chains.eip155
})
const isOffered = Effect.map(use(wallets), ({ installed }) => installed.peek().some(({ type }) => type === "AUTH"))
const types = (accounts: readonly { readonly type?: string }[] = []) => accounts.map(({ type }) => type)

describe("Embedded wallet", () => {
  it.effect("is a connector where a login to it is on, and else is not", () =>
    Effect.gen(function* () {
      const options = { networks: [mainnet, solana] }
      const on = yield* visit(withLogins, isOffered, { options })
      const off = yield* visit({ project: { features: [] } }, isOffered, { options })

      assert.deepStrictEqual([on, off], [true, false])
    }),
  )

  it.effect("Other chains for auth login are not shown", () =>
    visit(
      withLogins,
      Effect.gen(function* () {
        const { installed } = yield* use(wallets)
        const chains = installed.peek().flatMap(({ type, chain }) => (type === "AUTH" ? [chain] : []))
        const error = yield* Effect.flip(settled(connect({ wallet: authConnector, namespace: "eip155" })))

        assert.deepStrictEqual(chains, ["eip155", "solana"])
        assert.strictEqual(error._tag, "ConnectFailed")
      }),
      { options: { networks: [mainnet, solana] } },
    ),
  )

  it.effect("signed out of in another tab, a provider that the site has kept holds no account any more", () =>
    visit(
      withLogins,
      Effect.gen(function* () {
        yield* settled(loggedIn())
        yield* settled(loggedIn("solana"))
        const evm = (yield* settled(providerOf("eip155"))) as Eip1193
        const standard = (yield* settled(providerOf("solana"))) as { readonly accounts: readonly unknown[] }
        const asked = (method: string) =>
          Effect.promise(() => Promise.resolve(evm.request({ method })).catch((error: { code?: number }) => error.code))
        const told: unknown[] = []
        const on = evm.on as (event: string, heard: (accounts: unknown) => void) => void
        on("accountsChanged", (accounts) => told.push(accounts))
        assert.lengthOf((yield* asked("eth_accounts")) as readonly unknown[], 2)
        assert.lengthOf(standard.accounts, 1)

        yield* settled(hearTab({ is: "disconnected", namespace: "eip155", connectorId: authConnector }))
        assert.deepStrictEqual([yield* asked("eth_accounts"), standard.accounts, told], [[], [], [[]]])
        assert.strictEqual(yield* asked("eth_requestAccounts"), 4100)
        // It was told, not asked: whoever logs in there meanwhile stays logged in.
        assert.isTrue((yield* settled((yield* Frame).ask(isConnected, {}))).isConnected)
      }),
      { options: { networks: [mainnet, solana] } },
    ),
  )

  it.effect(
    "Embedded wallet connected: sets address, user, smart-account-deployed flag and preferred account type",
    () =>
      visit(
        withLogins,
        Effect.gen(function* () {
          const { accounts } = yield* settled(loggedIn())
          const before = yield* told
          yield* settled(switchNetwork({ network: base.caipNetworkId }))
          yield* settled(rest)
          const after = yield* told

          assert.deepStrictEqual(types(accounts), ["eoa", "smartAccount"])
          assert.deepInclude(before?.accountState as object, {
            status: "connected",
            address: accounts[0]?.address,
            user: { email: mailbox, accounts },
            smartAccountDeployed: false,
            preferredAccountType: "eoa",
          })
          assert.deepInclude(after?.accountState as object, {
            address: accounts[1]?.address,
            preferredAccountType: "smartAccount",
          })
          assert.deepInclude(after?.networkState, {
            smartAccountEnabledNetworks: [base.caipNetworkId, polygon.caipNetworkId],
          })
        }),
      ),
  )

  it.effect(
    "AccountState fields: currentTab, tokenBalance, smartAccountDeployed, addressLabels, user, preferredAccountType, caipAddress, address, balance",
    () =>
      visit(
        createWorld({ ...withLogins, tick: 0 }),
        Effect.gen(function* () {
          const { tab } = yield* use(account)
          yield* use(balances)
          const { accounts } = yield* settled(loggedIn())
          yield* settled(refreshAccount())
          yield* settled(refreshBalances())
          tab.value = 2
          const held = yield* settled(fetchBalances())
          const { accountState } = (yield* told) ?? {}
          const address = accounts[0]?.address
          const { balance, ...state } = accountState as unknown as Readonly<Record<string, unknown>>

          assert.isNotEmpty(held)
          assert.deepInclude(state, {
            currentTab: 2,
            tokenBalance: held,
            smartAccountDeployed: false,
            addressLabels: {},
            user: { email: mailbox, accounts },
            preferredAccountType: "eoa",
            caipAddress: `eip155:1:${address}`,
            address,
          })
          assert.match(String(balance), /^\d+(\.\d+)?$/)
        }),
      ),
  )

  it.effect("Embedded wallet not connected: the address is cleared", () => {
    const storage = shelf()
    const world = createWorld(withLogins)
    return Effect.gen(function* () {
      const before = yield* visit(world, Effect.andThen(settled(loggedIn()), here), {
        leaves: { storage: storage.leaf },
      })
      storage.texts.delete(keyOf("demo_frame"))
      const after = yield* visit(createWorld(withLogins), Effect.andThen(rest, here), {
        leaves: { storage: storage.leaf },
      })

      assert.strictEqual(before.status, "connected")
      assert.deepInclude(after, { status: "disconnected", active: undefined })
      assert.deepStrictEqual(after.connections, [])
    })
  })

  it.effect("comes back after a reload, as long as somebody is logged in", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      const before = yield* visit(withLogins, Effect.andThen(settled(loggedIn()), here), {
        leaves: { storage: storage.leaf },
      })
      const after = yield* visit(withLogins, Effect.andThen(rest, here), { leaves: { storage: storage.leaf } })

      assert.strictEqual(after.status, "connected")
      assert.deepStrictEqual(after.connections, before.connections)
    })
  })

  it.effect("a frame that does not load leaves the visitor signed out of it, and the page works", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* visit(withLogins, Effect.asVoid(settled(loggedIn())), { leaves: { storage: storage.leaf } })
      const after = yield* visit(
        { ...withLogins, faults: { frame: { offline: true } } },
        Effect.gen(function* () {
          const none = yield* here
          yield* settled(connect({ wallet: halyard }))
          return [none.status, (yield* here).active]
        }),
        { leaves: { storage: storage.leaf } },
      )

      assert.deepStrictEqual(after, ["disconnected", halyard])
    })
  })

  it.effect("signing out ends the login, in every namespace", () => {
    const storage = shelf()
    return visit(
      withLogins,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* settled(loggedIn("eip155"))
        yield* settled(connect({ wallet: authConnector, namespace: "solana" }))
        const before = [core.accounts.eip155.peek().status, core.accounts.solana.peek().status]
        yield* settled(disconnect({ namespace: "solana" }))
        const error = yield* Effect.flip(settled(connect({ wallet: authConnector })))

        assert.deepStrictEqual(before, ["connected", "connected"])
        assert.strictEqual(core.accounts.eip155.peek().active, undefined)
        assert.strictEqual(core.accounts.solana.peek().active, undefined)
        assert.strictEqual(error._tag, "ConnectFailed")
      }),
      { options: { networks: [mainnet, solana] }, leaves: { storage: storage.leaf } },
    )
  })

  it.effect(
    "a provider that a site has kept is nobody's after signing out, in every namespace, and asks the frame nothing",
    () => {
      const world = createWorld(withLogins)
      return visit(
        world,
        Effect.gen(function* () {
          const frame = yield* Frame
          const asked: unknown[] = []
          yield* frame.follow((change) => asked.push(change))
          yield* settled(loggedIn("solana"))
          yield* settled(connect({ wallet: authConnector, namespace: "eip155" }))
          const evm = (yield* providerOf("eip155")) as Eip1193
          const before = yield* Effect.promise(async () => evm.request({ method: "eth_accounts" }))
          yield* settled(disconnect({ namespace: "solana" }))
          const after = yield* Effect.promise(async () => evm.request({ method: "eth_accounts" }))
          const refused = yield* Effect.flip(
            Effect.tryPromise(async () => evm.request({ method: "personal_sign", params: ["0x00", "0x00"] })),
          )

          assert.lengthOf(before as readonly string[], 2)
          assert.deepStrictEqual(after, [])
          assert.deepInclude(refused.cause, { code: 4100 })
          assert.deepStrictEqual(asked, [])
        }),
        { options: { networks: [mainnet, solana] } },
      )
    },
  )

  it.effect("tells analytics of a smart account, wherever one is in use", () => {
    const kinds: (readonly [string, unknown])[] = []
    const telemetry = Layer.succeed(Telemetry, {
      track: ({ event, properties }) =>
        Effect.sync(() => {
          if (properties && "isSmartAccount" in properties) kinds.push([event, properties.isSmartAccount])
        }),
      report: (defect) => Effect.die(defect),
      allow: () => Effect.void,
      refused: Effect.never,
    })
    return visit(
      withLogins,
      Effect.gen(function* () {
        yield* settled(loggedIn())
        for (const type of ["eoa", "smartAccount"] as const) {
          yield* settled(setPreferredAccountType({ type }))
          yield* openSend()
          yield* openBuying()
          yield* cancelSignIn()
          yield* rest
        }

        assert.deepStrictEqual(kinds, [
          ["OPEN_SEND", false],
          ["SELECT_BUY_CRYPTO", false],
          ["CLICK_CANCEL_SIWX", false],
          ["OPEN_SEND", true],
          ["SELECT_BUY_CRYPTO", true],
          ["CLICK_CANCEL_SIWX", true],
        ])
      }),
      {
        options: { networks: [base] },
        leaves: {
          telemetry,
          siwx: site({ getRequired: () => false }),
          browser: scripted({ page: { origin: "https://site.example" } }),
        },
      },
    )
  })

  it.effect("is known by its login among the wallets that are over, and asks for one when it is wanted again", () =>
    visit(
      { project: { features: [...withLogins.project.features, { id: "multi_wallet", isEnabled: true, config: [] }] } },
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { recentConnections } = yield* use(recents)
        const { accounts } = yield* settled(loggedIn())
        yield* settled(disconnect({}))
        const [recent] = recentConnections.peek()
        const address = accounts[0]?.address ?? ""
        yield* Router.reset({ name: "ProfileWallets" })
        yield* connectAgain({ namespace: "eip155", connectorId: authConnector, address }, recent?.name ?? "")

        assert.strictEqual(recent?.name, mailbox)
        assert.deepStrictEqual(core.stack.peek().at(-1), { name: "Connect", namespace: "eip155" })
      }),
    ),
  )

  it.effect("shows an e-mail that was changed elsewhere", () =>
    visit(
      withLogins,
      Effect.gen(function* () {
        const frame = yield* Frame
        yield* settled(loggedIn())
        yield* frame.ask(updateEmail, { email: "hall@fernhill.example" })
        yield* frame.ask(updateEmailPrimaryOtp, { otp: "123456" })
        yield* frame.ask(updateEmailSecondaryOtp, { otp: "123456" })
        yield* refreshLogin

        assert.strictEqual((yield* here).connections[0]?.auth?.email, "hall@fernhill.example")
      }),
    ),
  )

  it.effect("stands beside other wallets", () =>
    visit(
      withLogins,
      Effect.gen(function* () {
        yield* settled(connect({ wallet: halyard }))
        yield* settled(loggedIn())
        const { active, connections } = yield* here
        yield* settled(disconnect({ connectorId: authConnector }))

        assert.strictEqual(active, authConnector)
        assert.sameMembers(
          connections.map(({ connectorId }) => connectorId),
          [authConnector, halyard],
        )
        assert.strictEqual((yield* here).active, halyard)
      }),
    ),
  )
})

describe("Preferred account type", () => {
  const options = { defaultNetwork: base }
  const visited = <A, E>(run: Parameters<typeof visit<A, E>>[1], storage = shelf()) =>
    visit(withLogins, run, { options, leaves: { storage: storage.leaf } })

  it.effect("Preferred account type: after it is set, the connection reconnects", () => {
    const storage = shelf()
    return visited(
      Effect.gen(function* () {
        const { accounts } = yield* settled(loggedIn())
        yield* settled(setPreferredAccountType({ type: "eoa" }))
        const plain = (yield* here).connections[0]
        const kept = storage.json(keyOf("preferred_account_types"))
        yield* settled(setPreferredAccountType({ type: "smartAccount" }))
        const smart = (yield* here).connections[0]

        assert.deepStrictEqual(types(accounts), ["smartAccount", "eoa"])
        assert.deepStrictEqual(types(plain?.accounts), ["eoa", "smartAccount"])
        assert.deepStrictEqual(smart?.accounts, accounts)
        assert.deepStrictEqual(kept, { eip155: "eoa" })
      }),
      storage,
    )
  })

  it.effect("Preferred account type (eoa or smartAccount): can be set for auth connections", () =>
    visited(
      Effect.gen(function* () {
        const nobody = yield* Effect.flip(settled(setPreferredAccountType({ type: "eoa" })))
        yield* settled(connect({ wallet: halyard }))
        const another = yield* Effect.flip(settled(setPreferredAccountType({ type: "eoa" })))
        yield* settled(loggedIn())
        const odd = yield* Effect.flip(settled(setPreferredAccountType({ type: "ordinal" as "eoa" })))
        const now = yield* settled(setPreferredAccountType({ type: "eoa" }))

        assert.strictEqual(nobody._tag, "NotConnectedToEmailOrSocial")
        assert.strictEqual(another._tag, "NotConnectedToEmailOrSocial")
        assert.strictEqual(odd._tag, "InvalidInput")
        assert.deepStrictEqual(types(now.accounts), ["eoa", "smartAccount"])
      }),
    ),
  )

  it.effect(
    "Smart account switching is allowed only when the network supports smart accounts and the current type is eoa",
    () =>
      visited(
        Effect.gen(function* () {
          yield* settled(loggedIn())
          yield* settled(setPreferredAccountType({ type: "eoa" }))
          yield* settled(switchNetwork({ network: mainnet.caipNetworkId }))
          const error = yield* Effect.flip(settled(setPreferredAccountType({ type: "smartAccount" })))
          yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
          const now = yield* settled(setPreferredAccountType({ type: "smartAccount" }))

          assert.strictEqual(error._tag, "ChainNotSupported")
          assert.deepStrictEqual(types(now.accounts), ["smartAccount", "eoa"])
        }),
      ),
  )

  it.effect("is told to the visitor who switches it, and so is a failure", () =>
    visited(
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        const told = { done: "Account switched", failed: "Failed to switch account" }
        yield* settled(loggedIn())
        yield* settled(switchAccountType("eoa", told))
        const done = shown.peek().message
        yield* settled(switchNetwork({ network: mainnet.caipNetworkId }))
        yield* settled(switchAccountType("smartAccount", told))
        yield* settled(rest)

        assert.strictEqual(done, "Account switched")
        assert.deepInclude(shown.peek(), { message: "Failed to switch account", variant: "error" })
      }),
    ),
  )

  it.effect("is the site's own again after signing out", () => {
    const storage = shelf()
    return visited(
      Effect.gen(function* () {
        yield* settled(loggedIn())
        yield* settled(setPreferredAccountType({ type: "eoa" }))
        yield* settled(disconnect({}))
        const { accounts } = yield* settled(loggedIn())

        assert.deepStrictEqual(types(accounts), ["smartAccount", "eoa"])
      }),
      storage,
    )
  })

  it.effect("Switching a connection, connected or active: an auth connection only switches the account type", () =>
    visited(
      Effect.gen(function* () {
        const { accounts } = yield* settled(loggedIn())
        yield* settled(connect({ wallet: halyard }))
        const [smart, plain] = accounts.map(({ address }) => address)
        const one = yield* settled(
          takeConnection({ namespace: "eip155", connectorId: authConnector, ...(plain && { address: plain }) }),
        )
        const { active } = yield* here
        const other = yield* settled(
          takeConnection({ namespace: "eip155", connectorId: authConnector, ...(smart && { address: smart }) }),
        )

        assert.strictEqual(active, authConnector)
        assert.strictEqual(one.accounts[0]?.address, plain)
        assert.strictEqual(other.accounts[0]?.address, smart)
        assert.isTrue((yield* here).connections.some(({ connectorId }) => connectorId === halyard))
      }),
    ),
  )
})
