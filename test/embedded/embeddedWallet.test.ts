import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { signMessage } from "../../src/account/operations.ts"
import { disconnect, reconnect as reconnectWallet } from "../../src/connections/operations/connections.ts"
import {
  getUser,
  setPreferredAccount,
  signOut,
  smartAccountNetworks,
} from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { setPreferredAccountType, switchAccountType } from "../../src/embedded/operations/accountType.ts"
import { logInWith } from "../../src/embedded/operations/social.ts"
import { forgetLogin, refreshLogin } from "../../src/embedded/steps/login.ts"
import { FrameError } from "../../src/errors/index.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "../fixtures/embedded.ts"
import { taking } from "../fixtures/time.ts"
import { begun, fails } from "../fixtures/visits.ts"
import { popup, type Responds, test, untrusted, whenOffered } from "./logins.ts"

test("Auth provider: set the preferred account, of either type", {
  options: { defaultNetwork: base },
}, function* ({ asked, names, events }) {
  yield* settled(loggedIn())
  const before = names().length
  for (const type of ["eoa", "smartAccount"] as const) yield* settled(setPreferredAccountType({ type }))

  const inputs = asked.filter(({ name }) => name === setPreferredAccount.name).map(({ input }) => input)
  assert.deepStrictEqual(inputs, [{ type: "eoa" }, { type: "smartAccount" }])
  const steps = ["SET_PREFERRED_ACCOUNT", "GET_USER"]
  const taken = names()
    .slice(before)
    .filter((name) => steps.includes(name))
  assert.deepStrictEqual(taken, [...steps, ...steps])
  const network = base.caipNetworkId
  assert.deepStrictEqual(
    events.flatMap(({ event, properties }) => (event === "SET_PREFERRED_ACCOUNT_TYPE" ? [properties] : [])),
    [
      { accountType: "eoa", network },
      { accountType: "smartAccount", network },
    ],
  )
  // The account already has this type.
  const last = names().length
  yield* settled(setPreferredAccountType({ type: "smartAccount" }))
  assert.lengthOf(names(), last)
})

test("does not switch the account type while another switch is running", {
  options: { defaultNetwork: base },
  responds: { [setPreferredAccount.name]: () => Effect.never },
}, function* ({ names }) {
  yield* settled(loggedIn())
  yield* begun(switchAccountType("eoa", { done: "", failed: "" }))
  yield* begun(switchAccountType("eoa", { done: "", failed: "" }))
  assert.lengthOf(
    names().filter((name) => name === setPreferredAccount.name),
    1,
  )
})

test("prefers the EOA from then on if the frame refuses an account type", {
  options: { defaultNetwork: base },
  responds: { [setPreferredAccount.name]: () => Effect.fail(new FrameError("No")) },
}, function* ({ storage }) {
  yield* settled(loggedIn())
  yield* fails(settled(setPreferredAccountType({ type: "eoa" })), { message: "No" })
  assert.deepStrictEqual(storage.json("preferred_account_types"), { eip155: "eoa" })
})

test("lists no networks with smart accounts if the frame cannot", {
  responds: { [smartAccountNetworks.name]: () => Effect.fail(new FrameError("No")) },
}, function* ({ core }) {
  const { auth } = yield* settled(loggedIn())
  assert.deepStrictEqual(core.connection.peek()?.auth, { ...auth, name: "email", smartAccountNetworks: [] })
})

it.effect("requests the networks with smart accounts only once", () => {
  let requests = 0
  const responds: Responds = {
    [smartAccountNetworks.name]: (_, { request }) =>
      Effect.tap(request(smartAccountNetworks, undefined), () => Effect.sync(() => void requests++)),
  }
  return whenOffered({ responds }, function* () {
    yield* settled(loggedIn())
    const { auth } = yield* settled(reconnectWallet({ namespace: "eip155", connectorId: embeddedConnectorId }))
    assert.isNotEmpty(auth?.smartAccountNetworks)
    assert.strictEqual(requests, 1)
  })
})

test("has the persisted username, and keeps the email if none is persisted any more", {
  frame: () => ({ persistedLogin: Effect.succeed({ username: "linden", smartAccountNetworks: [] }) }),
}, function* ({ core }) {
  yield* settled(loggedIn())
  yield* refreshLogin
  assert.deepInclude(core.connection.peek()?.auth, { email: mailbox, username: "linden" })
})

test("clears no social login that is in progress when an earlier login ends", {
  script: { frame: { connect: "hang" } },
}, function* () {
  const { provider, social } = yield* slicesOf(login)
  yield* settled(loggedIn())
  yield* begun(logInWith("google", popup(), untrusted))
  yield* settled(forgetLogin)
  assert.strictEqual(provider.peek(), "google")
  assert.strictEqual(social.peek().status, "loading")
})

test("Frame posted events: the requests of a visit, from the login to its end", {
  options: { defaultNetwork: base },
}, function* ({ asked, names }) {
  yield* settled(loggedIn())
  yield* settled(switchNetwork({ network: mainnet.caipNetworkId }))
  yield* settled(signMessage({ message: "hello" }))
  const { reconnect } = yield* (yield* Chains).get("eip155")
  yield* settled(reconnect({ connectorId: embeddedConnectorId, network: mainnet }))
  yield* settled(disconnect({}))

  assert.deepStrictEqual(names().slice(2), [
    "GET_USER",
    "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
    ...["SWITCH_NETWORK", "GET_USER", "RPC_REQUEST", "IS_CONNECTED", "GET_USER", "SIGN_OUT"],
  ])
  const inputs = asked.flatMap(({ name, input }) => (/SWITCH|RPC/.test(name) ? [input] : []))
  assert.deepStrictEqual(inputs[0], { chainId: 1 })
  assert.deepInclude(inputs[1], { method: "personal_sign", chainNamespace: "eip155", chainId: 1 })
})

test("Frame posted event: RPC request, with the namespace and chain of a Solana account", {
  options: { defaultNetwork: solana },
}, function* ({ asked }) {
  yield* settled(loggedIn("solana"))
  yield* settled(signMessage({ message: "hello" }))

  const requested = asked.flatMap(({ name, input }) => (name === "RPC_REQUEST" ? [input] : []))
  assert.lengthOf(requested, 1)
  const chainId = solana.caipNetworkId
  assert.deepInclude(requested[0], { method: "solana_signMessage", chainNamespace: "solana", chainId })
})

test("Error: 'Failed to connect': the embedded wallet, if the frame refuses to name the user", {
  responds: { [getUser.name]: () => Effect.fail(new FrameError("No user")) },
}, function* ({ core }) {
  yield* fails(settled(loggedIn()), { message: "Failed to connect" })
  assert.isUndefined(core.connection.peek())
})

test("Error: 'Unsupported chain': the embedded wallet is asked for a network of another namespace", function* ({
  names,
}) {
  yield* settled(loggedIn())
  const adapter = yield* (yield* Chains).get("eip155")
  const before = names().length
  yield* fails(adapter.switchNetwork({ connectorId: embeddedConnectorId, network: solana }), {
    message: "Unsupported chain",
  })

  assert.lengthOf(names(), before)
})

test("Disconnect waits at most 3000 ms for the frame", {
  responds: { [signOut.name]: () => Effect.never },
}, function* () {
  yield* settled(loggedIn())
  const adapter = yield* (yield* Chains).get("eip155")
  yield* taking(3_000, adapter.disconnect(embeddedConnectorId))
})
