import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { layer as site } from "../../layers/siwx/site.ts"
import { chooseTab } from "../../src/account/flows.ts"
import { refreshActivity } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { connect } from "../../src/connect/operations.ts"
import { deleteConnection, disconnect, signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { sendEmail, submitCode } from "../../src/embedded/operations/email.ts"
import { removeNamespace } from "../../src/namespaces/operations.ts"
import { goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { send } from "../../src/send/state/form.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { mailbox, withLogins } from "../fixtures/embedded.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { type Visit, visiting } from "../fixtures/visits.ts"

import "../../src/siwx/steps/requestSignIn.ts"
import "../../src/siwx/steps/abandonSignIn.ts"

const networks = [mainnet, base, solana]

describe("A disconnected account", () => {
  const test = visiting({ options: { networks } })
  /** Fields of the account state of a namespace. */
  const stateOf = ({ instance }: Visit, namespace: "eip155" | "solana") =>
    snapshot(instance).chains[namespace]?.accountState as { tokenBalance?: readonly unknown[]; currentTab?: number }
  /** Connects a wallet, and reads its balances and activity. */
  const looked = Effect.gen(function* () {
    yield* connect({ wallet: halyard })
    yield* settled(refreshBalances())
    yield* settled(refreshActivity())
    yield* chooseTab(2)
  })

  test("leaves none of its tokens, activity or tab behind", function* (visit) {
    const { tokens } = yield* slicesOf(balances)
    const { transactions } = yield* slicesOf(activity)
    const { choices } = yield* slicesOf(send)
    yield* looked
    assert.isNotEmpty(stateOf(visit, "eip155").tokenBalance)
    assert.isNotEmpty(transactions.peek())
    assert.deepInclude(stateOf(visit, "solana"), { tokenBalance: [], currentTab: 0 })
    yield* disconnect()

    assert.deepInclude(stateOf(visit, "eip155"), { tokenBalance: [], currentTab: 0 })
    assert.isEmpty(transactions.peek())
    yield* connect({ wallet: cinderbox })
    assert.isEmpty(tokens.peek())
    assert.deepStrictEqual(
      choices.value.map(({ quantity }) => quantity),
      [""],
    )
  })

  test("leaves none of its cached responses behind, and all those of other wallets", function* ({ account, storage }) {
    const cached = () => {
      const names = ["portfolio_cache", "history_transactions_cache"]
      return names.flatMap((name) => Object.keys(storage.json(name) ?? {}).map((key) => key.split(" ")[0]))
    }
    yield* connect({ wallet: cinderbox })
    yield* settled(refreshBalances())
    yield* settled(refreshActivity())
    yield* looked
    const [used, other] = account().connections.map(({ accounts }) => accounts[0]?.address)
    assert.sameMembers(cached(), [used, other, used, other])
    yield* disconnect({ connectorId: halyard })

    assert.deepStrictEqual(cached(), [other, other])
  })

  test("leaves no tokens to the wallet's next account, which keeps the tab", function* (visit) {
    yield* looked
    visit.wallet().select(1)
    yield* rest

    assert.deepInclude(stateOf(visit, "eip155"), { tokenBalance: [], currentTab: 2 })
  })

  for (const [how, ended] of [
    ["the site disconnects it", disconnect()],
    ["the site disconnects its namespace", disconnect({ namespace: "eip155" })],
    ["the site removes its namespace", removeNamespace({ namespace: "eip155" })],
  ] as const)
    test(`closes the modal if ${how}`, function* ({ core }) {
      yield* connect({ wallet: halyard })
      yield* openModal()
      yield* ended

      assert.isFalse(core.open.value)
      assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
    })

  test("closes the modal if the site deletes its connection", {
    script: { project: { features: [{ id: "multi_wallet", isEnabled: true, config: [] }] } },
  }, function* ({ core }) {
    yield* connect({ wallet: halyard })
    yield* openModal()
    yield* deleteConnection({ namespace: "eip155", connectorId: halyard })

    assert.isFalse(core.open.value)
  })

  test("has no view: Connect is shown instead", function* ({ views }) {
    yield* openModal({ view: "Account" })

    assert.deepStrictEqual(views(), ["Connect"])
  })
})

describe("Embedded mode shows Account if connected, otherwise Connect,", () => {
  const embedded = { options: { networks, enableEmbedded: true } }
  const test = visiting(embedded)
  const names = ({ core }: Visit) => core.stack.value.map(({ name }) => name)

  test("after the site connects and the visitor signs out", function* (visit) {
    yield* connect({ wallet: halyard })
    assert.deepStrictEqual(names(visit), ["Account"])
    yield* signOutOfWallets()

    assert.deepStrictEqual(names(visit), ["Connect"])
  })

  test.visits("after a reload", function* ({ visit, look }) {
    yield* visit(connect({ wallet: halyard }))

    assert.deepStrictEqual(yield* look(names), ["Account"])
  })

  test("after a login by email", { script: withLogins }, function* (visit) {
    yield* settled(sendEmail(mailbox))
    assert.deepStrictEqual(names(visit).at(-1), "EmailVerifyOtp")
    yield* settled(submitCode("123456"))

    assert.deepStrictEqual(names(visit), ["Account"])
  })

  test(
    "after the visitor could not be asked to sign in",
    () => ({
      layers: { siwx: site({ getSessions: () => Promise.reject(new Error("Offline")) }) },
    }),
    function* (visit) {
      yield* goTo({ name: "ConnectingExternal", connector: halyard })
      yield* connect({ wallet: halyard })
      yield* settled(rest)

      assert.deepStrictEqual(names(visit), ["Connect"])
      assert.isUndefined(visit.core.address.value)
    },
  )
})
