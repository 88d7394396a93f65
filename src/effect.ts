import type * as Effect from "effect/Effect"
import type { Modal } from "./createModal.ts"
import { engineOf } from "./createModal.ts"
import type { Engine, Needs } from "./engine.ts"
import type { OperationName } from "./flows/index.ts"
import { type Operations, operationOf } from "./flows/operations.ts"

export type { Needs } from "./engine.ts"

/** The runtime of a modal: run the operations below, or programs of your own on its services. Loads the engine. */
export const runtimeOf = (modal: Modal): Promise<Engine["runtime"]> => engineOf(modal).then(({ runtime }) => runtime)

type Topic<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>
type Operation<Name extends OperationName> = Topic<Name>[Name & keyof Topic<Name>]
type Lazily<F> = F extends (...input: infer Input) => Effect.Effect<infer A, infer E, infer R>
  ? (...input: Input) => Effect.Effect<A, E, R>
  : never

const lazily = <Name extends OperationName>(name: Name): Lazily<Operation<Name>> =>
  ((...input: readonly unknown[]) => operationOf<Needs>(name, input)) as unknown as Lazily<Operation<Name>>

/**
 * Ask a wallet for its accounts and remember them. `wallet` is a connector id, an rdns or a wallet id; the id "walletConnect"
 * asks over the relay. Waits a moment for a wallet to announce itself.
 */
export const connect = lazily("connect")
/**
 * Sign out of a namespace's wallets, or of all, or of one wallet. Waits 3 s at most for each; what it forgets here is forgotten
 * for good, so that a reload brings nothing back. What it was connected as stays among the recent connections. Closes the modal,
 * unless there was no connection to end or another one remains.
 */
export const disconnect = lazily("disconnect")
/**
 * Use another connection of a namespace, and an account of it. One that is not connected any more is logged in to anew: its
 * wallet prompts, the relay gives a code, or the login to the embedded wallet runs again, by email or social as it was. A social
 * one opens a window, so call it in a click. Does nothing unless the project has several wallets at a time.
 */
export const switchConnection = lazily("switchConnection")
/**
 * Forget a connection: sign out of it, and take it from the recent ones. With an address only that of the address. Does nothing
 * unless the project has several wallets at a time.
 */
export const deleteConnection = lazily("deleteConnection")
/**
 * Bring a connection back without a prompt. Fails while its wallet is locked or gone, and where it is signed out of meanwhile.
 */
export const reconnect = lazily("reconnect")
/**
 * Use the other kind of account of the embedded wallet: the plain one, or on a network that has them the smart account. The
 * connection reconnects with it. Only an embedded wallet has the choice.
 */
export const setPreferredAccountType = lazily("setPreferredAccountType")
/**
 * Use a network. A connected wallet of its namespace is asked to switch, and offered the network if it does not know it; without
 * one only the choice is kept.
 */
export const switchNetwork = lazily("switchNetwork")
/**
 * Offer a namespace with these networks, all of them its own. Its wallets are looked for, and a connection that the last visit
 * left there is brought back. Fails with `AdapterNotFound` where no adapter serves it.
 */
export const addNamespace = lazily("addNamespace")
/**
 * Offer a namespace no more. Another one with networks is the one in use then. Whoever is connected there is not any more, and
 * is not brought back; the wallets are not asked, and a session over the relay lives on in its other namespaces.
 */
export const removeNamespace = lazily("removeNamespace")
/** Have a plain text signed by the account in use. Prompts; the same text asked twice is asked once. */
export const signMessage = lazily("signMessage")
/** Sign in with the account in use. The modal opens for the visitor to sign; who is signed in already is not asked. */
export const signIn = lazily("signIn")
/**
 * End the sessions of the account in use, on every network. Who must be signed in does not stay connected without one.
 */
export const signOut = lazily("signOut")
/** The sessions of the account in use on its network that hold now. */
export const getSessions = lazily("getSessions")
/** What the site has noted on the account that is signed in at the provider. */
export const getAccountMetadata = lazily("getAccountMetadata")
/** Note plain data on the account that is signed in at the provider, in place of what was noted before. */
export const setAccountMetadata = lazily("setAccountMetadata")
/** Look for wallets by name in the directory, 100 at most, certified ones only if asked. */
export const searchWallets = lazily("searchWallets")
/**
 * The tokens of the account in use, those without decimals left out. A wallet that knows them tells them itself; for any other,
 * and where what it says cannot be read, the provider's service is asked: none on a network that the provider does not serve.
 * Fails with 'Token Balance Unavailable', and for 30 s after that at once: the provider is not asked again (section 8).
 */
export const fetchBalances = lazily("fetchBalances")
/**
 * A page of what the account in use did on the network in use, the newest first, from `cursor` on. Nothing where activity cannot
 * be had or is turned off. Fails with 'Failed to fetch transactions'.
 */
export const fetchActivity = lazily("fetchActivity")
/**
 * What a swap comes to. Fails with SwapNotSupported, GasPriceNotSupported, SwapFailed, AllowanceFailed, IncorrectAmount, and
 * with InvalidInput for a token that there is not.
 */
export const quoteSwap = lazily("quoteSwap")
/**
 * Swap as it was quoted. Where the quote says that it needs an approval, the token is approved first, for just the amount, or in
 * one go with the swap where the wallet can do that (EIP-5792); a quote that says nothing of one approves nothing. All
 * transactions are held against the quote before the wallet sees them. Answers once the chain has carried it out. Fails with
 * QuoteChanged where the price is worse by now or an approval is needed that the quote does not tell of, and as `quoteSwap` and
 * `approveSwap` do. Where the site pays the network (`sponsored`), approval and swap leave as a bundle; where the wallet does not let
 * it after all, nothing leaves, and QuoteChanged has the quote with its fee.
 */
export const swap = lazily("swap")
/**
 * What can be bought and paid with. Where the service does not answer, built-in data: USDC and ETH, US dollars and euros.
 */
export const onrampOptions = lazily("onrampOptions")
/**
 * What so much money buys. Where the service does not answer, an estimate of ours, which is marked as one. Fails with
 * AmountOutsideLimits, InvalidInput for a currency that there is not, OnrampNotOffered.
 */
export const quoteOnramp = lazily("quoteOnramp")
/**
 * Go on to the seller's page with a quote, in a window. Gives its address. Fails with QuoteIsEstimate, NoActiveCaipAddress,
 * OnrampNotOffered, OnrampFailed, and with PopupBlocked where the browser opened no window.
 */
export const openOnramp = lazily("openOnramp")
/**
 * The exchanges that pay out an asset. Fails with InvalidPaymentConfig where the site's project has neither deposits nor
 * payments, InvalidAsset, InvalidChainNamespace, AssetNotSupported, InvalidAmount, ExchangesFailed.
 */
export const exchanges = lazily("exchanges")
/**
 * Have an exchange pay, on its page in a window. Answers once it has paid, which takes minutes. Fails as `exchanges` does, and
 * with InvalidRecipient, NoActiveCaipAddress, PayUrlFailed, PopupBlocked, BuyStatusFailed, PaymentFailed, PaymentTimedOut.
 */
export const payWithExchange = lazily("payWithExchange")
/**
 * Pay from the wallet in use on the payment's namespace: it goes to the payment's network and signs just what is asked for.
 * Answers with the transaction's id once the chain has carried it out. Where the site pays the network (`paymasters`) it
 * leaves as `send` does. Fails with InvalidPaymentConfig, InvalidAsset, InvalidChainNamespace, AssetNotSupported,
 * InvalidRecipient, InvalidAmount, NoActiveCaipAddress, PaymentNotInitiated, PaymentFailed, PaymentTimedOut, and with what the
 * wallet, the nodes, or the account's balance have against it.
 */
export const pay = lazily("pay")
/** What a transfer from the account in use costs, and whether it can be sent at all. Asks the nodes, and no wallet. */
export const estimateSend = lazily("estimateSend")
/**
 * Send the chain's own coin or a token from the account in use. Prompts; the same transfer asked for twice at a time is asked
 * once. Answers with the transaction's id as soon as it has left; what becomes of it is followed from then on. Where the site pays the
 * network (`paymasters`) and the wallet lets it, the id is the wallet's own, of a bundle; a wallet that lets it not is asked the usual way.
 */
export const send = lazily("send")
/**
 * What the wallet in use can do beyond its methods (EIP-5792), by CAIP-2 id. A wallet that does not say can nothing of it.
 */
export const capabilities = lazily("capabilities")
/**
 * Ask the account in use to let some keys act by themselves (a smart session), or pay so much again and again. The provider
 * stands beside it with a key of its own. Prompts; the same asked for twice at a time is asked once. Fails with InvalidInput for
 * a request that is none, SmartSessionsNotOffered, SmartSessionNotCreated, and as the wallet does.
 */
export const grantPermissions = lazily("grantPermissions")
/**
 * End a smart session of the account in use, by its id. Prompts; twice at a time it is asked once. Fails with
 * SmartSessionsNotOffered, SmartSessionsFailed, SmartSessionNotRevoked where there is no such session to end, and as the wallet
 * does.
 */
export const revokePermissions = lazily("revokePermissions")
/**
 * Log in by e-mail. Whoever the frame knows is connected at once. Else a code is mailed, or a new device is approved in the mail
 * first: the modal opens to ask for it, and `submitOtp` takes it from a field of the site's own.
 */
export const loginWithEmail = lazily("loginWithEmail")
/**
 * The six digits of the code that was mailed last, for a login or for a change of the address. The view that asks for it goes on
 * by itself.
 */
export const submitOtp = lazily("submitOtp")
/** Change the embedded wallet's e-mail address. The modal opens to ask for the codes that are mailed to both. */
export const updateEmail = lazily("updateEmail")
/**
 * Log in by a social account. To be called in a click, where its method opens the provider's window before anything else; an
 * Effect is handed a window that the site has opened. Farcaster has none: the modal opens to show its code.
 */
export const loginWithSocial = lazily("loginWithSocial")
/**
 * Who a name stands for: one of the provider's by its own service, any other by the chain's. Nothing where nobody has it on
 * the network in use, or on a network without names. Fails with the service's reason, else 'Error resolving name'.
 */
export const resolveName = lazily("resolveName")
/**
 * The names of the provider's that an address has. Fails with the service's reason, else 'Error fetching names for address'.
 */
export const reverseName = lazily("reverseName")
/**
 * Names like this one, with the provider's suffix, and whether they are taken. Fails with the service's reason, else 'Error
 * fetching name suggestions'.
 */
export const suggestNames = lazily("suggestNames")
/**
 * Register a name for the account in use, which signs for it. Answers with the whole name. Fails with the service's reason, else
 * 'Error registering name {name}'; with the wallet's own failure where it does not sign.
 */
export const registerName = lazily("registerName")
