import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { signMessage } from "../account/operations.ts"
import { account } from "../account/state/account.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { slice } from "../core/first-paint/slice.ts"
import { debounce } from "../core/limits.ts"
import { asTransaction, runTransaction } from "../embedded/steps/transactionStack.ts"
import {
  AddressOrAuthConnectorNotFound,
  InvalidChainId,
  NameNotResolved,
  NamesForAddressFailed,
  NetworkNotFound,
  RegisterNameFailed,
  SuggestionsFailed,
  UnknownFailure,
  UnsupportedChain,
} from "../errors/index.ts"
import { chainIdToCoinType } from "../namespaces/model/coinType.ts"
import { supports } from "../namespaces/model/namespaceTable.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { invalidInput } from "../options/guards.ts"
import type { CaipNetworkId, Network } from "../options/networks.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { cacheLifetimes } from "../persistence/limits.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import * as Router from "../runtime/router.ts"
import { attemptFresh, track } from "../runtime/track.ts"
import {
  addressOn,
  isProvidersName,
  isRegistrable,
  mayRegister,
  type ResolvedName,
  registrationMessage,
  suffix,
  typedName,
} from "./model.ts"
import { names } from "./state.ts"

/**
 * Operation: resolves a name to an address. The provider's names are resolved by its own service, others by the chain's name service.
 * Returns `undefined` if the name has no address on the active network, or if the name's service does not support the network. Fails with
 * NameNotResolved, whose message is the service's reason, or else 'Error resolving name'.
 */
export const resolveName = Effect.fn("resolveName")(function* (input: { readonly name: string }) {
  const found = yield* lookUpName(input)
  return found?.only === undefined ? found : undefined
})

/**
 * Resolves a name as `resolveName` does, but also to an address that the name has only on Ethereum. `only` is then set, and the caller has
 * to warn the visitor.
 */
export const lookUpName = Effect.fn("lookUpName")(function* (input: { readonly name: string }) {
  const { core } = yield* CurrentModal
  const { known } = yield* slicesOf(resolved)
  const network = core.network.peek()
  const name = input.name.trim().toLowerCase()
  if (!network || !supports(network.chainNamespace, "names") || !name.includes(".")) return undefined
  const now = yield* Clock.currentTimeMillis
  // A name may resolve to another address on each network.
  const key = `${network.caipNetworkId} ${name}`
  const kept = known.get(key)
  if (kept && now - kept.at < cacheLifetimes.ens) return kept.value
  const value = yield* isProvidersName(name) ? atProvider(name, network.caipNetworkId) : onChain(name, network)
  known.set(key, { at: now, value })
  return value
})

/**
 * Operation: returns the provider's names of an address. Empty if the provider's names are not available on the active network. Fails with
 * NamesForAddressFailed, whose message is the service's reason, or else 'Error fetching names for address'.
 */
export const reverseName = Effect.fn("reverseName")(function* (input: { readonly address: string }) {
  const { core } = yield* CurrentModal
  const api = yield* Api
  if (!(yield* here)) return []
  const { namesOfEndpoint } = yield* rows((cause) => new NamesForAddressFailed(undefined, { cause }))
  return yield* api.call(namesOfEndpoint, { address: input.address, sender: core.address.peek() })
})

/**
 * Operation: suggests names similar to `name`, with the provider's suffix, and whether each is taken. Empty if `name` has no valid
 * characters, or if the provider's names are not available on the active network. Fails with SuggestionsFailed, whose message is the
 * service's reason, or else 'Error fetching name suggestions'.
 */
export const suggestNames = Effect.fn("suggestNames")(function* (input: { readonly name: string }) {
  const api = yield* Api
  const name = typedName(input.name)
  if (!(yield* here) || name === "") return []
  const { suggestionsEndpoint } = yield* rows((cause) => new SuggestionsFailed(undefined, { cause }))
  return (yield* api.call(suggestionsEndpoint, { name })).suggestions
})

/**
 * Operation: registers a name for the active account. Prompts the wallet for a signature. Returns the full name. Fails with InvalidInput if
 * the name has fewer than 4 characters, or any other than Latin letters, digits and hyphens. Fails with NetworkNotFound if the active
 * network is not one of the option `networks`, with AddressOrAuthConnectorNotFound if no account is active, and with UnsupportedChain if
 * the provider's names are not available on the network. Fails with InvalidChainId if the network has no coin type, and with the wallet's
 * own error if it does not sign. Fails with RegisterNameFailed if the registration fails. Its message is the service's reason, or else
 * 'Error registering name {name}'.
 */
export const registerName = Effect.fn("registerName")(function* (input: { readonly name: string }) {
  const { core } = yield* CurrentModal
  const telemetry = yield* Telemetry
  const api = yield* Api
  const typed = input.name.trim().toLowerCase()
  const name = typed.endsWith(suffix) ? typed.slice(0, -suffix.length) : typed
  if (!mayRegister(name))
    return yield* Effect.fail(invalidInput("at least 4 letters, digits and hyphens", input.name, "name"))
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network) return yield* Effect.fail(new NetworkNotFound("The active network is not one of the option `networks`"))
  if (address === undefined) return yield* Effect.fail(new AddressOrAuthConnectorNotFound())
  if (!(yield* here)) return yield* Effect.fail(new UnsupportedChain())
  const coinType = chainIdToCoinType(Number(network.id))
  if (coinType instanceof InvalidChainId) return yield* Effect.fail(coinType)

  const ensName = `${name}${suffix}`
  const properties = { ensName, isSmartAccount: isSmartAccount(core.connection.peek()) }
  const failed = (cause: unknown, reason?: string) => new RegisterNameFailed(name, reason, { cause })
  yield* telemetry.track({ event: "REGISTER_NAME_INITIATED", properties })
  const request = Effect.gen(function* () {
    const { registerNameEndpoint, reasonOf } = yield* rows(failed)
    const message = registrationMessage(name, yield* Clock.currentTimeMillis)
    const signature = yield* asTransaction(signMessage({ message, namespace: network.chainNamespace }))
    yield* Effect.mapError(api.call(registerNameEndpoint, { coinType, address, message, signature }), ({ cause }) =>
      failed(cause, reasonOf(cause as Parameters<typeof reasonOf>[0])),
    )
  })
  yield* Effect.tapError(request, ({ message }) =>
    telemetry.track({ event: "REGISTER_NAME_ERROR", properties: { ...properties, error: message } }),
  )
  yield* telemetry.track({ event: "REGISTER_NAME_SUCCESS", properties })
  yield* caches.ens.set({ name: ensName }, address)
  const { identity } = yield* slicesOf(account)
  identity.value = { status: "loaded", value: { of: address, name: ensName } }
  const { owned } = yield* slicesOf(names)
  owned.value = { status: "idle" }
  return ensName
})

/** Flow: opens the view to choose a name. */
export const chooseName = Effect.fn("chooseName")(function* () {
  const { core } = yield* CurrentModal
  const properties = { isSmartAccount: isSmartAccount(core.connection.peek()) }
  yield* (yield* Telemetry).track({ event: "OPEN_ENS_FLOW", properties })
  yield* Router.push({ name: "RegisterAccountName" })
})

/** Flow: loads the names that the active account already has, before the visitor chooses one. */
export const learnNames = Effect.fn("learnNames")(function* () {
  const { core } = yield* CurrentModal
  const { owned, registering } = yield* slicesOf(names)
  if (registering.peek().status === "failed") registering.value = { status: "idle" }
  const of = core.address.peek()
  if (of === undefined) return
  yield* track(
    owned,
    Effect.map(reverseName({ address: of }), (records) => ({ of, records })),
  )
})

/**
 * Flow: suggests names for the typed text after 500 ms. Shows a failure in a snack. Clears the suggestions if the text may not be
 * registered.
 */
export const suggest = Effect.fn("suggest")(function* (typed: string) {
  const { suggestions } = yield* slicesOf(names)
  if (!mayRegister(typed)) {
    suggestions.value = { status: "idle" }
    return
  }
  yield* track(suggestions, Effect.andThen(Effect.sleep(debounce.input), suggestNames({ name: typed })))
  const now = suggestions.peek()
  if (now.status === "failed") yield* showSnack(now.error.message, "error")
})

/**
 * Flow: registers a name, unless a registration is in progress. On failure, returns to the view where the name was chosen and shows the
 * reason.
 */
export const registerChosen = Effect.fn("registerChosen")(function* (name: string) {
  const { registering } = yield* slicesOf(names)
  if (registering.peek().status === "loading") return
  const back = Router.change((stack) => {
    const at = stack.findLastIndex(({ name }) => name === "RegisterAccountName")
    return at < 0 || at === stack.length - 1 ? stack : stack.slice(0, at + 1)
  })
  const failed = Effect.suspend(() => {
    const now = registering.peek()
    return now.status === "failed" ? Effect.andThen(showSnack(now.error.message, "error"), back) : Effect.void
  })
  yield* runTransaction(attemptFresh(registering, registerName({ name })), {
    onSuccess: () =>
      Router.change((stack) => [
        ...stack.filter((route) => !ledHere.has(route.name)),
        { name: "RegisterAccountNameSuccess" },
      ]),
    onError: () => failed,
    onCancel: failed,
  })
})

/** Flow: shows the account with its new name. */
export const showNamed = Effect.fn("showNamed")(function* () {
  yield* Router.reset({ name: "Account" })
})

const ledHere: ReadonlySet<string> = new Set(["ChooseAccountName", "RegisterAccountName"])

/** Returns the active network if it has names and the provider supports it, or else `undefined`. */
const here = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  const network = core.network.peek()
  if (!network || !supports(network.chainNamespace, "names")) return undefined
  return isServed(network.caipNetworkId, served.peek()) ? network : undefined
})

const atProvider = Effect.fnUntraced(function* (name: string, network: CaipNetworkId) {
  if (!isRegistrable(name) || !(yield* here)) return undefined
  const { lookUpNameEndpoint } = yield* rows((cause) => new NameNotResolved(undefined, { cause }))
  const record = yield* (yield* Api).call(lookUpNameEndpoint, { name })
  const found = addressOn(record, network)
  const avatar = record.attributes?.find((one) => one.avatar !== undefined)?.avatar
  return found && { ...found, ...(avatar && { avatar }) }
})

const onChain = Effect.fnUntraced(
  function* (name: string, network: Network) {
    const chain = yield* (yield* Chains).get("eip155")
    return chain.transfers ? yield* chain.transfers.resolve(name, network) : undefined
  },
  Effect.mapError((cause) => new NameNotResolved(undefined, { cause })),
)

const rows = <E>(failure: (cause: UnknownFailure) => E) =>
  Effect.tryPromise({
    try: () => import("./endpoints.ts"),
    catch: (cause) => failure(new UnknownFailure({ cause })),
  })

/** Names resolved on this page, by network and name, with the time of each lookup. */
const resolved = slice(() => ({
  known: new Map<string, { readonly at: number; readonly value: ResolvedName | undefined }>(),
}))
