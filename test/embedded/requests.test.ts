import { afterEach, assert, describe, vi } from "@effect/vitest"
import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Eip1193 } from "../../layers/chains/evm/first-paint/eip6963.ts"
import type { World } from "../../layers/demo.ts"
import { Frame } from "../../services/Frame.ts"
import { signMessage } from "../../src/account/operations.ts"
import { account } from "../../src/account/state/account.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { providerOf } from "../../src/connections/operations/connections.ts"
import { rpcRequest } from "../../src/embedded/endpoints/frameEvents.ts"
import { requestChanged } from "../../src/embedded/flows/requests.ts"
import { requests } from "../../src/embedded/opening/state.ts"
import { asTransaction, runTransaction } from "../../src/embedded/steps/transactionStack.ts"
import { FrameLoadFailed, FrameTimeout, UnverifiedDomain } from "../../src/errors/index.ts"
import { InternalRpcError } from "../../src/errors/rpc.ts"
import { closeModal, goBack, openModal } from "../../src/navigation/opening/flows.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { send } from "../../src/send/operations.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { rest } from "../fixtures/modal.ts"
import { ended } from "../fixtures/time.ts"
import { begun, failing, fails, pass, type Steps, shownSnack, type Visit, visiting } from "../fixtures/visits.ts"

import "../../src/account/flows.ts"

afterEach(() => vi.restoreAllMocks())

const owner = "0x06f20532fFb686FC0e0c6d8fD79394d34aA5e1ed"
const receiver = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const payment = { from: owner, to: receiver, value: "0x1" }
const hash = /^0x[0-9a-f]{64}$/
const aborted = { message: "Request was aborted" }

interface LoggedIn extends Visit {
  /** A request of the site to the embedded wallet, by default for a signature. */
  readonly request: (
    method: string,
    params?: readonly unknown[],
  ) => Effect.Effect<unknown, Error & { readonly code?: number }>
}

const scripted = visiting({ script: { ...withLogins, frame: { sign: "hang" } } as const })

/** Declares a test with a logged-in visitor, whose frame waits for approvals. */
const test = (title: string, steps: (visit: LoggedIn) => Steps): void =>
  scripted(title, function* (visit) {
    yield* settled(loggedIn())
    const provider = (yield* settled(providerOf("eip155"))) as Eip1193
    const request: LoggedIn["request"] = (method, params = ["0x48656c6c6f", owner]) =>
      Effect.tryPromise({
        try: async () => provider.request({ method, params }),
        catch: (error) => error as Error,
      })
    yield* Effect.gen(() => steps({ ...visit, request }))
  })

const unsafe = [
  ...["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction", "eth_sendUserOperation", "wallet_sendCalls"],
  ...["solana_signMessage", "solana_signTransaction", "solana_signAllTransactions", "solana_signAndSendTransaction"],
  ...["wallet_grantPermissions", "wallet_revokePermissions"],
]
const safe = [
  ...["eth_accounts", "eth_blockNumber", "eth_call", "eth_chainId", "eth_estimateGas", "eth_feeHistory", "eth_syncing"],
  ...["eth_gasPrice", "eth_maxPriorityFeePerGas", "eth_getAccount", "eth_getBalance", "eth_getCode", "eth_getProof"],
  ...["eth_getBlockByHash", "eth_getBlockByNumber", "eth_getBlockReceipts", "eth_getLogs", "eth_getStorageAt"],
  ...["eth_getTransactionByHash", "eth_getTransactionCount", "eth_getTransactionReceipt", "eth_sendRawTransaction"],
  ...["eth_newFilter", "eth_getFilterChanges", "eth_getUserOperationReceipt", "eth_estimateUserOperationGas"],
  ...["eth_getBlockTransactionCountByHash", "eth_getBlockTransactionCountByNumber", "eth_getFilterLogs"],
  ...["eth_getTransactionByBlockHashAndIndex", "eth_getTransactionByBlockNumberAndIndex", "eth_newBlockFilter"],
  ...["eth_getUncleCountByBlockHash", "eth_getUncleCountByBlockNumber", "eth_newPendingTransactionFilter"],
  ...["eth_getUserOperationByHash", "eth_supportedEntryPoints", "eth_uninstallFilter"],
  ...["wallet_getCapabilities", "wallet_getCallsStatus", "wallet_getAssets"],
]
/** Sends a request straight to the frame. */
const framed = (method: string) =>
  settled(Effect.flatMap(Frame, (frame) => frame.request(rpcRequest, { method, params: [] })))

/** Waits until the frame requests an approval. */
const asked = (world: World): Effect.Effect<void> =>
  Effect.suspend(() => (world.secure.state().openPrompts.length > 0 ? Effect.void : Effect.andThen(rest, asked(world))))

describe("Wallet request from the embedded wallet", () => {
  test("Embedded-wallet request: an unsafe method opens the approval view", function* ({
    core,
    request,
    views,
    world,
  }) {
    assert.isFalse(core.open.value)
    const signing = yield* begun(request("personal_sign"))
    assert.deepStrictEqual(views(), ["ApproveTransaction"])
    world.secure.approve()
    yield* rest

    assert.match(String(yield* ended(signing)), /^0x[0-9a-f]{130}$/)
    assert.isFalse(core.open.value)
    const { approvals } = yield* slicesOf(requests)
    const shown = new Set<string>()
    effect(() => {
      if (core.route.value?.name === "ApproveTransaction") for (const { method } of approvals.value) shown.add(method)
    })
    for (const method of unsafe) {
      yield* begun(Effect.exit(framed(method)))
      yield* closeModal()
    }
    assert.deepStrictEqual([...shown], unsafe)

    yield* rest
    yield* openModal()
    assert.deepStrictEqual(views(), ["Account"])
    yield* begun(Effect.exit(request("personal_sign")))
    assert.deepStrictEqual(views(), ["Account", "ApproveTransaction"])
  })

  test("An unreachable embedded wallet raises its alert once", function* ({ core, request, world }) {
    world.faults.set("frame", { offline: true })
    for (const _ of ["first", "again"]) yield* settled(failing(request("eth_gasPrice", [])))
    yield* rest

    assert.deepStrictEqual(
      core.alerts.peek().map(({ code, title }) => [code, title]),
      [["APKT003", "Network Error: Wallet Load Failed"]],
    )
  })

  for (const [error, code, title] of [
    [new FrameLoadFailed(), "APKT003", "Network Error: Wallet Load Failed"],
    [new FrameTimeout(), "APKT004", "Wallet Request Timeout"],
    [new UnverifiedDomain(), "APKT005", "Unverified Domain"],
  ] as const)
    test(`Alert code ${code}: ${title}`, function* ({ core }) {
      yield* requestChanged({ type: "unreachable", error }, false)
      const [alert, ...more] = core.alerts.peek()
      assert.deepInclude(alert, { code, variant: "error", title })
      assert.isEmpty(more)
    })

  test("Safe wallet methods proceed without approval", function* ({ core, request }) {
    const { approvals } = yield* slicesOf(requests)
    const shown: string[] = []
    core.open.subscribe((open) => void (open && shown.push("the modal")))
    approvals.subscribe((waiting) => shown.push(...waiting.map(({ method }) => method)))
    for (const method of ["eth_gasPrice", "eth_blockNumber", "eth_chainId"])
      assert.match(String(yield* settled(request(method, []))), /^0x/)
    for (const method of safe) yield* Effect.exit(framed(method))

    assert.isEmpty(shown)
  })

  test("Embedded-wallet request: on success of an unsafe method, the balance refreshes, then the modal closes or pops", function* ({
    core,
    request,
    views,
    world,
  }) {
    const { balance } = yield* slicesOf(account)
    yield* openModal()
    yield* Router.push({ name: "Networks" })
    const signing = yield* begun(request("personal_sign"))
    assert.deepStrictEqual(views(), ["Account", "Networks", "ApproveTransaction"])
    world.secure.approve()
    yield* rest
    yield* ended(signing)
    assert.strictEqual(balance.peek().status, "loaded")
    assert.isFalse(core.open.value)

    yield* openModal()
    yield* Router.push({ name: "Networks" })
    const within = yield* begun(asTransaction(settled(signMessage({ message: "hello" }))))
    assert.deepStrictEqual(views(), ["Account", "Networks", "ApproveTransaction"])
    world.secure.approve()
    yield* ended(within)
    yield* rest

    assert.deepStrictEqual(views(), ["Account", "Networks"])
    // The site's next request is not part of the stack.
    const later = yield* begun(request("personal_sign"))
    world.secure.approve()
    yield* ended(later)
    yield* rest
    assert.isFalse(core.open.value)
  })

  test("Embedded-wallet request: the modal closes if there is no view to return to", function* ({
    core,
    views,
    world,
  }) {
    const { approvals } = yield* slicesOf(requests)
    const signed = settled(signMessage({ message: "hello" }))
    for (const [transaction, stacked] of [
      [asTransaction(signed), false],
      [Effect.andThen(openModal(), asTransaction(Effect.andThen(closeModal(), signed))), true],
    ] as const) {
      const signing = yield* begun(transaction)
      yield* asked(world)
      assert.deepStrictEqual(views(), ["ApproveTransaction"])
      assert.deepStrictEqual(
        approvals.peek().map((one) => one.stacked),
        [stacked],
      )
      world.secure.approve()
      yield* ended(signing)
      yield* rest
      assert.isFalse(core.open.value)
    }
  })

  test("Embedded-wallet request: on error, the modal closes or pops the transaction stack", function* ({
    core,
    request,
    views,
    world,
  }) {
    const signing = yield* begun(request("personal_sign"))
    world.secure.reject()
    yield* fails(ended(signing), { code: 4001 })
    yield* rest
    assert.isFalse(core.open.value)

    yield* openModal()
    const within = yield* begun(failing(asTransaction(settled(signMessage({ message: "hello" })))))
    assert.deepStrictEqual(views(), ["Account", "ApproveTransaction"])
    world.secure.reject()
    yield* ended(within)
    yield* rest

    assert.deepStrictEqual(views(), ["Account"])
  })

  test("Embedded-wallet request: closing the modal with no pending transactions aborts open unsafe requests", function* ({
    core,
    request,
    world,
  }) {
    const signing = yield* begun(request("personal_sign"))
    const sending = yield* begun(request("eth_sendTransaction", [{ to: owner, value: "0x1" }]))
    yield* leave()
    yield* fails(ended(signing), { ...aborted, code: 4001 })
    yield* fails(ended(sending), aborted)
    yield* rest

    assert.isFalse(core.open.value)
    assert.isEmpty(world.secure.state().openPrompts)
    assert.isEmpty((yield* slicesOf(requests)).approvals.peek())
  })

  test("An abort gives 'Request was aborted' for RPC", function* ({ core, request }) {
    const signing = yield* begun(request("personal_sign"))
    yield* (yield* Frame).abort
    yield* fails(ended(signing), aborted)
    yield* rest

    assert.isFalse(core.open.value)
  })

  test("is aborted if the visitor goes to another view, and can be repeated", function* ({ request, views, world }) {
    const signing = yield* begun(request("personal_sign"))
    yield* Router.reset({ name: "Account" })
    yield* fails(ended(signing), aborted)
    yield* rest
    const again = yield* begun(request("personal_sign"))
    assert.deepStrictEqual(views(), ["Account", "ApproveTransaction"])
    world.secure.approve()
    yield* rest

    assert.match(String(yield* ended(again)), /^0x/)
  })

  test("keeps the other requests waiting when one of them ends", function* ({ views }) {
    const { approvals } = yield* slicesOf(requests)
    const one = { id: "one", method: "personal_sign", needsApproval: true } as const
    const other = { ...one, id: "other" } as const
    yield* requestChanged({ type: "requested", ...one }, false)
    yield* requestChanged({ type: "requested", ...other }, false)
    yield* requestChanged({ type: "failed", ...other, error: new FrameTimeout() }, false)
    assert.deepStrictEqual(
      approvals.peek().map(({ id }) => id),
      ["one"],
    )
    assert.deepStrictEqual(views(), ["ApproveTransaction"])
  })

  test("is approved one at a time in the same view", function* ({ core, request, views, world }) {
    const first = yield* begun(request("personal_sign"))
    // The view is not shown again while another one covers it.
    yield* Router.push({ name: "WhatIsANetwork" })
    const second = yield* begun(request("personal_sign"))
    assert.deepStrictEqual(views(), ["ApproveTransaction", "WhatIsANetwork"])
    yield* goBack()
    const all = [first, second, yield* begun(request("eth_sendTransaction", [payment]))]
    for (const _ of all) {
      assert.deepStrictEqual(views(), ["ApproveTransaction"])
      world.secure.approve()
      yield* rest
    }

    assert.isFalse(core.open.value)
    for (const one of all) assert.match(String(yield* ended(one)), /^0x/)
  })

  test("changes the demo's balances only if it is approved", function* ({ core, world }) {
    const units = () => world.market.units("eip155:1", core.address.peek() ?? "")
    const input = { token: "native", sendTokenAmount: "0.25", receiverAddress: receiver }
    for (const approved of [false, true]) {
      const before = units()
      const sending = yield* begun(Effect.exit(settled(send(input))))
      yield* asked(world)
      if (approved) world.secure.approve()
      else world.secure.reject()
      yield* settled(Fiber.join(sending))
      world.ledger.settle(Number.MAX_SAFE_INTEGER)
      const moved = before - units()
      assert.isTrue(approved ? moved > 25n * 10n ** 16n : moved === 0n, `${moved}`)
    }
    assert.strictEqual(world.market.units("eip155:1", receiver), 25n * 10n ** 16n)
  })

  test("Pending transactions limit: 99", function* ({ request }) {
    const signing = Array.from({ length: 99 }, () => request("personal_sign"))
    const [first = Effect.die("None")] = yield* Effect.forEach(signing, (one) =>
      Effect.map(Effect.forkChild(one), ended),
    )
    yield* rest
    yield* fails(ended(yield* Effect.forkChild(request("personal_sign"))), { code: -32005 })
    assert.lengthOf((yield* slicesOf(requests)).approvals.peek(), 99)
    yield* closeModal()

    yield* fails(first, aborted)
  })
})

describe("In embedded mode", () => {
  scripted(
    "the account is shown again after an approval",
    { options: { enableEmbedded: true } },
    function* ({ core, world }) {
      yield* settled(loggedIn())
      yield* openModal()
      const provider = (yield* settled(providerOf("eip155"))) as Eip1193
      const params = ["0x00", owner]
      const signing = yield* begun(Effect.promise(async () => provider.request({ method: "personal_sign", params })))
      yield* asked(world)
      assert.strictEqual(core.route.peek()?.name, "ApproveTransaction")
      world.secure.approve()
      yield* ended(signing)
      yield* rest
      assert.deepStrictEqual(core.stack.peek(), [{ name: "Account" }])
      assert.isTrue(core.open.peek())
    },
  )
})

describe("Requests in several namespaces", () => {
  scripted(
    "share the limit of 99 pending transactions, because they share the frame",
    {
      options: { networks: [mainnet, solana] },
    },
    function* () {
      yield* settled(loggedIn())
      yield* settled(loggedIn("solana"))
      const provider = (yield* settled(providerOf("eip155"))) as Eip1193
      const signing = Effect.promise(async () => provider.request({ method: "personal_sign", params: ["0x00", owner] }))
      for (let count = 0; count < 99; count++) yield* Effect.forkChild(signing)
      yield* rest
      const refused = ended(yield* Effect.forkChild(signMessage({ message: "Hello", namespace: "solana" })))
      yield* fails(refused, { code: -32005 })
      yield* closeModal()
    },
  )
})

describe("A method that is unknown to the frame", () => {
  /** Sends a request with such a method while another one waits for approval. */
  const refusing = Effect.fnUntraced(function* ({ core, request }: LoggedIn) {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {})
    const waiting = yield* Effect.forEach([request("personal_sign"), request("eth_sendTransaction", [payment])], begun)
    const refused = yield* failing(request("eth_sign"))
    yield* pass(299)
    const early = (yield* shownSnack).open
    yield* pass(1)
    return {
      refused,
      waiting: yield* Effect.forEach(waiting, (one) => failing(ended(one))),
      early,
      told: yield* shownSnack,
      open: core.open.value,
      errors: errors.mock.calls,
    }
  })

  test("Embedded-wallet request: an unknown method is rejected", function* ({ request }) {
    vi.spyOn(console, "error").mockImplementation(() => {})
    yield* fails(request("eth_sign"), { message: "Requested RPC call is not allowed" })
  })

  test("A disallowed RPC method gives a console error", function* (visit) {
    const { errors } = yield* refusing(visit)

    assert.deepStrictEqual(errors, [["Requested RPC call is not allowed", "eth_sign"]])
  })

  test("A disallowed RPC method gives a UI message after 300 ms", function* (visit) {
    const { early, told, open } = yield* refusing(visit)

    assert.isFalse(early)
    assert.isTrue(open)
    assert.deepInclude(told, { open: true, message: "Action not allowed", variant: "error" })
    // The modal is open from the first request, and its message has gone.
    yield* pass(3_000)
    assert.isFalse((yield* shownSnack).open)
    yield* failing(visit.request("eth_sign"))
    yield* pass(299)
    assert.isFalse((yield* shownSnack).open)
    yield* pass(1)
    assert.deepInclude(yield* shownSnack, { open: true, message: "Action not allowed", variant: "error" })
  })

  test("A disallowed RPC method gives rejection of requests", function* (visit) {
    const { refused, waiting } = yield* refusing(visit)

    assert.strictEqual(refused.message, "Requested RPC call is not allowed")
    assert.deepStrictEqual(
      waiting.map(({ message }) => message),
      ["Request was aborted", "Request was aborted"],
    )
    assert.isEmpty((yield* slicesOf(requests)).approvals.peek())
  })
})

describe("Transaction stack", () => {
  const began = ["Account", "Networks", "WhatIsANetwork"] as const
  /** Signs a transaction in the frame from a view. The visitor responds, and the network may reject it. */
  const transacted = Effect.fnUntraced(function* (
    { views, world }: Visit,
    visitor: "approve" | "reject" | "leave",
    accepted = true,
  ) {
    const told: unknown[] = []
    const note = (...what: readonly unknown[]) => Effect.sync(() => void told.push(...what))
    yield* openModal()
    yield* Router.reset({ name: "Account" })
    for (const name of began.slice(1)) yield* Router.push({ name })
    const signed = settled(signMessage({ message: "send" }))
    const sent = accepted ? signed : Effect.andThen(signed, Effect.fail(new InternalRpcError("insufficient funds")))
    const whole = yield* begun(
      runTransaction(sent, {
        onSuccess: (answer) => note("onSuccess", typeof answer),
        onError: ({ message }) => note("onError", message),
        onCancel: Effect.suspend(() => note("onCancel")),
      }),
    )
    assert.deepStrictEqual(views(), [...began, "ApproveTransaction"])
    if (visitor === "leave") yield* Router.change((stack) => stack.slice(0, -1))
    else world.secure[visitor]()
    yield* ended(whole)
    yield* rest
    assert.deepStrictEqual(views(), began)
    return told
  })

  test("Transaction stack: success runs onSuccess", function* (visit) {
    assert.deepStrictEqual(yield* transacted(visit, "approve"), ["onSuccess", "string"])
  })

  test("Transaction stack: error runs onError and goes back", function* (visit) {
    assert.deepStrictEqual(yield* transacted(visit, "approve", false), ["onError", "insufficient funds"])
  })

  test("Transaction stack: cancel runs onCancel and goes back", function* (visit) {
    assert.deepStrictEqual(yield* transacted(visit, "leave"), ["onCancel"])
    assert.deepStrictEqual(yield* transacted(visit, "reject"), ["onCancel"])
  })

  test("does not wait for a site's own request that waits for approval", function* () {
    const own = { id: "own", method: "personal_sign", needsApproval: true } as const
    yield* requestChanged({ type: "requested", ...own }, false)
    const told: unknown[] = []
    const steps = (outcome: string) => () => Effect.sync(() => void told.push(outcome))
    const onCancel = Effect.void
    const run = runTransaction(Effect.void, { onSuccess: steps("done"), onError: steps("failed"), onCancel })
    yield* begun(run)
    assert.deepStrictEqual(told, ["done"])
  })

  test("a transfer is approved above its review, and returns to it", function* ({ views, world }) {
    yield* openModal()
    yield* Router.push({ name: "WalletSendPreview" })
    const to = "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"
    const sent = yield* begun(settled(send({ token: "native", sendTokenAmount: "0.01", receiverAddress: to })))
    yield* asked(world)
    assert.deepStrictEqual(views(), ["Account", "WalletSendPreview", "ApproveTransaction"])
    world.secure.approve()
    assert.match((yield* ended(sent)).hash, hash)
    yield* rest

    assert.deepStrictEqual(views(), ["Account", "WalletSendPreview"])
  })
})
