import type * as Effect from "effect/Effect"
import type { Needs } from "../runtime/flow.ts"
import type { OperationName } from "../stub/operationNames.ts"
import { type Operations, operationOf } from "./registry.ts"

type Topic<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>
type Operation<Name extends OperationName> = Topic<Name>[Name & keyof Topic<Name>]
type Lazily<F> = F extends (...input: infer Input) => Effect.Effect<infer A, infer E, infer R>
  ? (...input: Input) => Effect.Effect<A, E, R>
  : never

const lazily = <Name extends OperationName>(name: Name): Lazily<Operation<Name>> =>
  ((...input: readonly unknown[]) => operationOf<Needs>(name, input)) as unknown as Lazily<Operation<Name>>

// Generated from the operation table by `npm run operations`.

/**
 * Connects a wallet, makes it active and persists the connection. `wallet` is a connector ID, an rdns or a wallet ID; "walletConnect"
 * connects through the relay and ignores `namespace`. For other wallets, `namespace` selects one that the wallet supports; without it, the
 * active one is preferred. Returns the connection once the wallet has approved it. Fails with NoConnectorForConnection if no wallet
 * announces that ID within 3 s, or if the wallet does not serve `namespace`. Also fails with it if several wallets on the page, or with
 * `namespace` several that serve it, claim the ID, because only the visitor can tell which one is genuine. Fails with
 * WalletConnectConnectorNotFound if WalletConnect is requested but turned off, with ConnectionRejected if the visitor rejects, and with
 * ConnectFailed or a more specific error if the wallet, the relay or the sign-in fails.
 */
export const connect = lazily("connect")
/**
 * Disconnects one wallet, all wallets of a namespace, or all wallets. A WalletConnect session or a login to the embedded wallet ends in all
 * of its namespaces. Also ends sign-in sessions, unless the sign-in option `signOutOnDisconnect` is false. Waits at most 3 s per wallet.
 * Ended connections are not restored after a reload, but stay among the recent connections. Closes the modal, or shows Connect if the modal
 * is embedded, unless there was no connection to end or one is still active. Fails with `ChainsNotDisconnected` if a wallet reports a
 * failure; its connection ends on this page all the same.
 */
export const disconnect = lazily("disconnect")
/**
 * Switches to another connection of a namespace, and selects the account with `address`, if given. Ignores an address that the wallet has
 * not granted. An ended connection is established again, with a wallet prompt, a WalletConnect code, or the previous login to the embedded
 * wallet. A social login opens a window, so call this in a click handler. Returns the active connection. Unless the project enables
 * multi-wallet, only raises an alert and returns `undefined`. Fails with NoConnectorForConnection if no wallet of the namespace has the
 * connector ID, with InvalidConnectionStatus while the connection is being restored, and with the error of the wallet or the login, such as
 * ModalClosed.
 */
export const switchConnection = lazily("switchConnection")
/**
 * Disconnects a wallet and removes it from the recent connections. With `address`, does so only for the connection of that address. If a
 * connection ended and none is active any more, closes the modal, or shows Connect if the modal is embedded. Fails with
 * `ChainsNotDisconnected` if the wallet reports a failure; its connection ends all the same. Unless the project enables multi-wallet,
 * raises an alert and does nothing else.
 */
export const deleteConnection = lazily("deleteConnection")
/**
 * Restores a connection without a prompt, makes it active in its namespace, and returns it. Fails with ConnectFailed if the wallet is
 * locked, does not respond within 10 s, or is signed out in the meantime. Fails with NoConnectorForConnection if the wallet is missing or
 * several claim its ID, with NamespaceNotConfigured if the site has no network of the namespace, and with WalletConnectConnectorNotFound if
 * WalletConnect is turned off. Fails with AdapterNotFound if the namespace has no adapter or its code cannot be loaded, and with
 * ConnectorSupportsNoChain if the wallet supports none of the namespace's networks.
 */
export const reconnect = lazily("reconnect")
/**
 * Switches the embedded wallet to an account type and reconnects with it, unless that type is active. Returns the connection. `namespace`
 * defaults to the active one. Fails with InvalidInput if there is no such type, with NotConnectedToEmailOrSocial unless the embedded wallet
 * is active, with ChainNotSupported if the network has no accounts of the type, and with the errors of the frame and of `reconnect`.
 */
export const setPreferredAccountType = lazily("setPreferredAccountType")
/**
 * Switches to a network, and makes its namespace active. A connected wallet of its namespace is asked to switch, and to add the network if
 * the wallet lacks it. Without such a wallet, only the selection changes. Fails with NetworkNotFound if the network is not one of the
 * option `networks`, with ConnectionRejected if the visitor rejects the switch, and with ChainNotSupported, SwitchNotApproved or another
 * error if the wallet does not switch.
 */
export const switchNetwork = lazily("switchNetwork")
/**
 * Adds networks of a namespace, discovers its wallets and restores its connections of the last visit. A network with a known ID replaces
 * the known one. Fails with InvalidInput if the list is empty, or a network is invalid or of another namespace, and with AdapterNotFound if
 * the namespace has no adapter or its code does not load.
 */
export const addNamespace = lazily("addNamespace")
/**
 * Removes a namespace. The connections of the namespace are dropped, without contacting the wallets, and are not restored later. Their
 * sign-in sessions end, unless the site turns `signOutOnDisconnect` off. A WalletConnect session stays open for its other namespaces. If
 * the removed namespace was active, another one with networks becomes active. Fails with AdapterRequired if the modal has no network of the
 * namespace.
 */
export const removeNamespace = lazily("removeNamespace")
/**
 * Signs a text message with the active account of `namespace`, which defaults to the active one. Prompts the wallet; concurrent calls with
 * the same text share one prompt. Returns the signature in the encoding of the namespace: 0x hex as from `personal_sign` on EVM chains,
 * base58 on Solana, base64 on Bitcoin. Fails with `NoActiveCaipAddress` if no wallet is connected there, and does not open the modal to
 * connect one. Fails with the wallet's own error, such as `UserRejectedRequestError`, if it does not sign.
 */
export const signMessage = lazily("signMessage")
/**
 * Signs the visitor in with the active account. Opens the modal for the signature, unless the account is already signed in. Returns the
 * session. Fails with ModalClosed if the visitor leaves the sign-in or it cannot start, with NoActiveCaipAddress if no account is active,
 * and with SiwxNotEnabled if sign-in is off or does not support the network.
 */
export const signIn = lazily("signIn")
/**
 * Ends the sessions of the active wallet's accounts on every network. Waits at most 3 s for the site, and ignores its failures. If sign-in
 * is required, also disconnects the wallet. Fails with NoActiveCaipAddress if no account is active, with SiwxNotEnabled if sign-in is off
 * or does not support the network, and with ChainsNotDisconnected if the wallet reports a failure.
 */
export const signOut = lazily("signOut")
/**
 * Returns the valid sessions of the active account on the active network. Fails with NoActiveCaipAddress if no account is active, with
 * SiwxNotEnabled if sign-in is off or does not support the network, and with UnknownFailure if the sessions cannot be read.
 */
export const getSessions = lazily("getSessions")
/**
 * Returns the data that the site stored at the provider for the signed-in account. Fails with SiwxNotEnabled unless the project uses the
 * provider's sign-in, with NoActiveCaipAddress if no account is active, and with UnknownFailure if the account is not signed in or the
 * request fails.
 */
export const getAccountMetadata = lazily("getAccountMetadata")
/**
 * Stores plain data at the provider for the signed-in account. Replaces the previous data. Fails with SiwxNotEnabled unless the project
 * uses the provider's sign-in, with NoActiveCaipAddress if no account is active, with InvalidInput if the data is not an object that JSON
 * can represent, and with UnknownFailure if the account is not signed in or the request fails.
 */
export const setAccountMetadata = lazily("setAccountMetadata")
/**
 * Searches the wallet directory by name. Returns at most 100 wallets, and only certified ones if `certified` is set. Leaves out wallets
 * that the site excludes or this device cannot open. Fails with UnknownFailure if the directory cannot be loaded.
 */
export const searchWallets = lazily("searchWallets")
/**
 * Returns the tokens of the active account, except those without decimals and the native currencies of other networks. They come from the
 * wallet if it supports asset discovery and its response is valid, or else from the provider. Empty while disconnected, or if neither
 * supports the network. Fails with BalancesFailed; later calls for the account then fail at once for 30 s, or until the visitor retries
 * (specification section 8).
 */
export const fetchBalances = lazily("fetchBalances")
/**
 * Returns a page of the active account's transactions on the active network, newest first. `cursor` is the `next` of the previous page, and
 * missing for the first page. Spam is left out, so a page may be empty although another follows. Empty if no account is connected, or if
 * activity is unavailable or turned off. Fails with TransactionsFailed.
 */
export const fetchActivity = lazily("fetchActivity")
/**
 * Quotes a swap. Fails with SwapNotSupported if swaps are not available on the network, with NoActiveCaipAddress if no account is active,
 * with InvalidInput if a token does not exist or both tokens are the same, with IncorrectAmount if the amount is not above 0, with
 * SwapFailed if there is no quote, and with GasPriceNotSupported or AllowanceFailed if the service has no gas price or allowance.
 */
export const quoteSwap = lazily("quoteSwap")
/**
 * Executes a quoted swap. Returns once the network has confirmed it. Approves exactly the swap's amount if needed, in one bundle with the
 * swap if the wallet supports that (EIP-5792). Checks every transaction against the quote before the wallet receives it. Fails with
 * InvalidInput if the quote is malformed, like `quoteSwap` if a new quote cannot be loaded, and with QuoteChanged, which has a new quote,
 * if the price got worse, an approval is needed that the quote does not mention, or the site can no longer pay the network fee. Fails with
 * SwapNotBuilt, ApprovalNotBuilt or SwapUnverified if a transaction does not pass the checks, with SwapTransactionFailed if it is not sent
 * or fails, with SendUnclear if it may have been sent, and with SwapUnsettled if it is not confirmed within 5 minutes.
 */
export const swap = lazily("swap")
/**
 * Returns the currencies that can be bought and paid with. Falls back to built-in data (USDC and ETH, US dollars and euros) if the service
 * fails or does not support the active network. Fails with OnrampNotOffered if buying is not available on the network, in the visitor's
 * region or on this site.
 */
export const onrampOptions = lazily("onrampOptions")
/**
 * Quotes how much crypto an amount of money buys. Falls back to a built-in estimate, marked as such, if the service fails or does not
 * support the active network. Fails with OnrampNotOffered if buying is not available or the token cannot be delivered to the account, with
 * InvalidInput if a currency does not exist or the amount has more than 2 decimals, and with AmountOutsideLimits if no payment method
 * accepts the amount.
 */
export const quoteOnramp = lazily("quoteOnramp")
/**
 * Opens the seller's page for a quote in a new window. Returns the page's URL. Fails with InvalidInput for a malformed quote, with
 * QuoteIsEstimate for an estimate, with NoActiveCaipAddress if no account is active, with OnrampNotOffered if the quote does not fit the
 * active network, with OnrampFailed if the service fails, and with PopupBlocked if the browser opened no window.
 */
export const openOnramp = lazily("openOnramp")
/**
 * Lists the exchanges that can pay out an asset. Fails with InvalidPaymentConfig if the project enables neither deposits nor payments, with
 * AssetNotSupported, InvalidAsset, InvalidAmount or InvalidChainNamespace for invalid input, and with ExchangesFailed if the service fails.
 */
export const exchanges = lazily("exchanges")
/**
 * Requests a payment from an exchange, on its page in a new window. Returns the page's URL, the session ID and, if known, the transaction
 * ID, once the exchange has paid. Fails with InvalidPaymentConfig unless the project enables deposits or, with `recipient`, payments; with
 * PayUrlFailed or PopupBlocked if the page cannot be opened; with PaymentFailed if the payment fails; with PaymentTimedOut or
 * BuyStatusFailed if it is not confirmed after 100 s, or with `recipient` 5 minutes; with NoActiveCaipAddress if no account can receive the
 * deposit; and with InvalidAsset, AssetNotSupported, InvalidChainNamespace, InvalidAmount or InvalidRecipient for invalid input.
 */
export const payWithExchange = lazily("payWithExchange")
/**
 * Pays from the active wallet of the payment's namespace. Switches the wallet to the payment's network and requests exactly this payment.
 * If the site pays the network fee (`paymasters`), the payment is sponsored as in `send`. Returns the transaction ID once the network has
 * confirmed it. Fails with InvalidPaymentConfig unless the project enables payments, with NoActiveCaipAddress if no wallet of the namespace
 * is connected, with ConnectionRejected or PaymentNotInitiated if the wallet does not switch, like `send` if it does not pay, with
 * PaymentFailed if the transaction fails, with PaymentTimedOut if it is replaced or not confirmed within 5 minutes, and with InvalidAsset,
 * AssetNotSupported, InvalidChainNamespace, InvalidAmount or InvalidRecipient for invalid input.
 */
export const pay = lazily("pay")
/**
 * Estimates the cost of a transfer from the active account, without prompting the wallet. Fails with UnsupportedChain, NoActiveCaipAddress,
 * AmountAndReceiverRequired, TokenRequired, TokenNotFound, AmountInvalid, ReceiverInvalid or InsufficientFunds if the transfer cannot be
 * sent, with NameNotResolved if the recipient's name cannot be resolved, and with the error of a node that fails.
 */
export const estimateSend = lazily("estimateSend")
/**
 * Sends the native currency or a token from the active account. Prompts the wallet; concurrent calls with the same transfer share one
 * prompt. Returns the transaction ID as `hash`, without waiting for the network. If the site pays the fee (`paymasters`), this is a bundle
 * ID. If the wallet does not support that, prompts again without sponsorship. Fails like `estimateSend`, with the wallet's own error, such
 * as UserRejectedRequestError, if it does not send, with TransactionDiffers if the account, wallet, network or transaction has changed, and
 * with SendUnclear if the transfer may have been sent.
 */
export const send = lazily("send")
/**
 * Returns the active wallet's capabilities beyond its methods (EIP-5792), by CAIP-2 ID. Empty if the wallet reports none. Fails with
 * MissingAddressForCapabilities if no account is active, with AnswerInvalid if the wallet's response is malformed, and with the wallet's
 * own error if it fails.
 */
export const capabilities = lazily("capabilities")
/**
 * Requests a smart session: keys that may act for the active account without prompts, or a recurring payment. The provider adds its own key
 * as co-signer. Prompts the wallet; concurrent calls with the same request share one prompt. Returns the grant, whose `pci` is the ID for
 * `revokePermissions`. Fails with InvalidInput if the request is invalid, with SmartSessionsNotOffered if the site or the network does not
 * support smart sessions, with NoActiveCaipAddress if no account is active, with NetworkNotFound if the site does not offer the chain, with
 * SmartSessionNotCreated if the provider refuses the session, and with the wallet's own error if it does not grant the session.
 */
export const grantPermissions = lazily("grantPermissions")
/**
 * Ends a smart session of the active account, by its ID. Prompts the wallet; concurrent calls for the same session share one prompt. Fails
 * with SmartSessionsNotOffered if the site or the network does not support smart sessions, with NoActiveCaipAddress if no account is
 * active, with SmartSessionsFailed if the sessions cannot be loaded, with SmartSessionNotRevoked if no active session has this ID or the
 * provider does not revoke it, and with the wallet's own error if it does not sign.
 */
export const revokePermissions = lazily("revokePermissions")
/**
 * Logs in by email. Connects at once if the frame requires no code. Otherwise, a code is emailed, or a new device has to be approved by
 * email first. The modal opens to ask for the code; a site with its own input can pass the code to `submitOtp`. Returns the next step, with
 * the connection if the login is complete. Fails with InvalidEmail, with CooldownActive within 30 s of the last email, with NoAuthConnector
 * if no embedded wallet is configured, and with other errors of the frame or of connecting.
 */
export const loginWithEmail = lazily("loginWithEmail")
/**
 * Submits the six-digit code of the last email, for a login or an email change. The view that asked for the code continues automatically.
 * Returns the next step, with the connection if a login is complete. Fails with InvalidInput if the code is not six digits, with FrameError
 * if the frame rejects it, and with other errors of the frame or of connecting.
 */
export const submitOtp = lazily("submitOtp")
/**
 * Changes the embedded wallet's email address. Opens the modal to ask for the code sent to the current address, if the frame requires one,
 * and then for the code sent to the new address. Returns the first step. Fails with NotConnectedToEmailOrSocial unless the embedded wallet
 * is active, with InvalidEmail, with CooldownActive within 30 s of the last email, and with other errors of the frame.
 */
export const updateEmail = lazily("updateEmail")
/**
 * Logs in with a social account. Call the method in a click handler, because it opens the provider's window before anything else. The
 * Effect takes a window that the site has opened. Farcaster needs no window: the modal opens to show its QR code. Inside Telegram, the page
 * itself navigates to the provider, and the login continues when the visitor returns. Returns the connection once the login is complete.
 * Fails with InvalidInput if there is no such provider, with PopupClosed if the visitor closes the window, with ModalClosed if they leave
 * the Farcaster login, with SocialConnectFailed if the window is blocked or the login takes longer than 45 s, and with other errors of the
 * login or of connecting.
 */
export const loginWithSocial = lazily("loginWithSocial")
/**
 * Resolves a name to an address. The provider's names are resolved by its own service, others by the chain's name service. Returns
 * `undefined` if the name has no address on the active network, or if the name's service does not support the network. Fails with
 * NameNotResolved, whose message is the service's reason, or else 'Error resolving name'.
 */
export const resolveName = lazily("resolveName")
/**
 * Returns the provider's names of an address. Empty if the provider's names are not available on the active network. Fails with
 * NamesForAddressFailed, whose message is the service's reason, or else 'Error fetching names for address'.
 */
export const reverseName = lazily("reverseName")
/**
 * Suggests names similar to `name`, with the provider's suffix, and whether each is taken. Empty if `name` has no valid characters, or if
 * the provider's names are not available on the active network. Fails with SuggestionsFailed, whose message is the service's reason, or
 * else 'Error fetching name suggestions'.
 */
export const suggestNames = lazily("suggestNames")
/**
 * Registers a name for the active account. Prompts the wallet for a signature. Returns the full name. Fails with InvalidInput if the name
 * has fewer than 4 characters, or any other than Latin letters, digits and hyphens. Fails with NetworkNotFound if the active network is not
 * one of the option `networks`, with AddressOrAuthConnectorNotFound if no account is active, and with UnsupportedChain if the provider's
 * names are not available on the network. Fails with InvalidChainId if the network has no coin type, and with the wallet's own error if it
 * does not sign. Fails with RegisterNameFailed if the registration fails. Its message is the service's reason, or else 'Error registering
 * name {name}'.
 */
export const registerName = lazily("registerName")
