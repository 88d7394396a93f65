import { describe, expect, it } from "vitest"
import * as Errors from "../../src/domain/errors.ts"

/** Every sentence of specification section 8 (and of section 5), with the rule that asks for it and the class that says it. */
const sentences: readonly (readonly [rule: string, error: Error, sentence: string])[] = [
  ["the failed balance fetch", new Errors.BalancesFailed(), "Token Balance Unavailable"],
  ["the failed activity fetch", new Errors.TransactionsFailed(), "Failed to fetch transactions"],
  [
    "the sign-in that could not begin",
    new Errors.AuthenticationInitFailed(),
    "A problem occurred while trying initialize authentication",
  ],
  ["the signature that did not come", new Errors.SigningFailed(), "Error signing message"],
  ["Name error: 'Error resolving name'", new Errors.NameNotResolved(), "Error resolving name"],
  ["Name error: 'Error fetching name suggestions'", new Errors.SuggestionsFailed(), "Error fetching name suggestions"],
  [
    "Name error: 'Error fetching names for address'",
    new Errors.NamesForAddressFailed(),
    "Error fetching names for address",
  ],
  [
    "Name error: 'Error registering name {name}'",
    new Errors.RegisterNameFailed("ada.reown.id"),
    "Error registering name ada.reown.id",
  ],
  ["Error: 'Network not found'", new Errors.NetworkNotFound(), "Network not found"],
  [
    "Error: 'Address or auth connector not found'",
    new Errors.AddressOrAuthConnectorNotFound(),
    "Address or auth connector not found",
  ],
  ["Error: 'Unsupported chain'", new Errors.UnsupportedChain(), "Unsupported chain"],
  ["Error: 'Modal closed'", new Errors.ModalClosed(), "Modal closed"],
  ["Error: 'Connection rejected'", new Errors.ConnectionRejected(), "Connection rejected"],
  ["Error: 'Failed to connect'", new Errors.ConnectFailed(), "Failed to connect"],
  ["Error: 'Popup closed'", new Errors.PopupClosed(), "Popup closed"],
  [
    "Error: 'Failed to initiate social connection'",
    new Errors.SocialConnectFailed(),
    "Failed to initiate social connection",
  ],
  ["Error: 'Failed to connect to farcaster'", new Errors.FarcasterConnectFailed(), "Failed to connect to farcaster"],
  ["Error: 'Failed to disconnect'", new Errors.DisconnectFailed(), "Failed to disconnect"],
  ["Error: 'No auth connector found'", new Errors.NoAuthConnector(), "No auth connector found"],
  [
    "Error: 'Not connected to email or social'",
    new Errors.NotConnectedToEmailOrSocial(),
    "Not connected to email or social",
  ],
  [
    "Error: 'No connector found for connection'",
    new Errors.NoConnectorForConnection(),
    "No connector found for connection",
  ],
  ["Error: 'Invalid connection status'", new Errors.InvalidConnectionStatus(), "Invalid connection status"],
  ["Error: 'SIWX is not enabled'", new Errors.SiwxNotEnabled(), "SIWX is not enabled"],
  ["Error: 'No ActiveCaipAddress found'", new Errors.NoActiveCaipAddress(), "No ActiveCaipAddress found"],
  ["Error: 'Adapter not found'", new Errors.AdapterNotFound(), "Adapter not found"],
  [
    "Error: 'WalletConnectConnector not found'",
    new Errors.WalletConnectConnectorNotFound(),
    "WalletConnectConnector not found",
  ],
  [
    "Error: 'The connector does not support any of the requested chains'",
    new Errors.ConnectorSupportsNoChain(),
    "The connector does not support any of the requested chains",
  ],
  [
    "Error: 'Failed to disconnect chains: {reason}'",
    new Errors.ChainsNotDisconnected("solana: locked"),
    "Failed to disconnect chains: solana: locked",
  ],
  ["Error: 'Chain is not supported'", new Errors.ChainNotSupported(), "Chain is not supported"],
  [
    "Error: 'Failed to switch to chain ... The chain is not approved or the wallet does not support wallet_switchEthereumChain method.'",
    new Errors.SwitchNotApproved(137),
    "Failed to switch to chain 137. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
  ],
  [
    "Error: 'Missing address parameter in wallet_getCapabilities request'",
    new Errors.MissingAddressForCapabilities(),
    "Missing address parameter in wallet_getCapabilities request",
  ],
  [
    "Error: 'Fetching call status not approved by the wallet.'",
    new Errors.CallStatusNotApproved(),
    "Fetching call status not approved by the wallet.",
  ],
  [
    "Error: 'Please call connect() before request()'",
    new Errors.NotConnectedYet(),
    "Please call connect() before request()",
  ],
  [
    "Error: 'Namespace is not configured. Please call connect() first'",
    new Errors.NamespaceNotConfigured(),
    "Namespace is not configured. Please call connect() first",
  ],
  [
    "Error: namespace or adapter required messages (wording not shown)",
    new Errors.NamespaceRequired(),
    "Namespace is required",
  ],
  ["the adapter required message", new Errors.AdapterRequired(), "Adapter is required"],
  [
    "Error: 'Network not supported for Gas Price'",
    new Errors.GasPriceNotSupported(),
    "Network not supported for Gas Price",
  ],
  ["Error: 'Network not supported for Swaps'", new Errors.SwapNotSupported(), "Network not supported for Swaps"],
  ["the HTTP failure", new Errors.HttpStatus(503), "HTTP status code: 503"],
  ["An unknown error reads 'Unknown error'", new Errors.UnknownFailure(), "Unknown error"],
  ["HTTP 429 has the sentence", new Errors.RateLimited(), "RATE_LIMITED"],
  ["5xx has the sentence", new Errors.ServerError(), "SERVER_ERROR"],
  ["the frame that did not load", new Errors.FrameLoadFailed(), "Network Error: Wallet Load Failed"],
  ["the frame that did not answer", new Errors.FrameTimeout(), "Wallet Request Timeout"],
  ["the frame on an unverified domain", new Errors.UnverifiedDomain(), "Unverified Domain"],
  ["the error of the frame that says nothing", new Errors.FrameError(), "An error occurred"],
  ["the RPC request that was withdrawn", new Errors.RequestAborted(), "Request was aborted"],
  ["any other request that was withdrawn", new Errors.SomethingWentWrong(), "Something went wrong"],
  [
    "the method refused before it reaches the frame",
    new Errors.RequestNotAllowed(),
    "Requested RPC call is not allowed",
  ],
  ["two ways to sign in", new Errors.BothSiweAndSiwx(), "Cannot set both `siweConfig` and `siwx` options"],
  ["the chain id without a coin type", new Errors.InvalidChainId(), "Invalid chainId"],
  [
    "the transfer without amount or receiver",
    new Errors.AmountAndReceiverRequired(),
    "An amount and receiver address are required",
  ],
  ["the transfer without token", new Errors.TokenRequired(), "A token is required"],
  ["the on-ramp that does not answer", new Errors.OnrampFailed(), "The on-ramp did not answer"],
  ["buying where it is not offered", new Errors.OnrampNotOffered(), "Buying is not offered here"],
  ["buying on an estimate", new Errors.QuoteIsEstimate(), "This price is an estimate and cannot be bought on"],
  [
    "an amount that nobody takes",
    new Errors.AmountOutsideLimits({ min: "10.00", max: "20.00" }),
    "Amount is not between 10.00 and 20.00",
  ],
  ["the swap that could not begin", new Errors.SwapFailed(), "Failed to initialize swap"],
  ["the price that did not come", new Errors.PriceFailed(), "Failed to fetch network token price"],
  ["the allowance that nobody told", new Errors.AllowanceFailed(), "Failed to check allowance"],
  ["the approval that was not made", new Errors.ApprovalNotBuilt(), "Failed to create approval transaction"],
  ["the swap that was not made", new Errors.SwapNotBuilt(), "Failed to create transaction"],
  [
    "smart sessions where they are not offered",
    new Errors.SmartSessionsNotOffered(),
    "Smart sessions are not offered here",
  ],
  ["smart sessions that could not be listed", new Errors.SmartSessionsFailed(), "Failed to fetch smart sessions"],
  ["the smart session that was not created", new Errors.SmartSessionNotCreated(), "Failed to create the smart session"],
  ["the smart session that was not revoked", new Errors.SmartSessionNotRevoked(), "Failed to revoke the smart session"],
  ["the swap that failed", new Errors.SwapTransactionFailed(), "Transaction error"],
  [
    "the swap that nothing shows the outcome of",
    new Errors.SwapUnverified(),
    "This swap could not be verified. It was not sent to your wallet.",
  ],
  ["the swap that is not carried out yet", new Errors.SwapUnsettled(), "The network has not carried it out yet"],
  [
    "the fee that the site cannot pay",
    new Errors.NotSponsored(),
    "This site cannot pay the network fee after all. Look at the transfer again.",
  ],
  [
    "the answer that does not say whether it was sent",
    new Errors.SendUnclear(),
    "It may have been sent. Look in your wallet before you try again.",
  ],
  ["the amount that is none", new Errors.IncorrectAmount(), "Incorrect amount"],
  ["the price that changed", new Errors.QuoteChanged({} as never), "The price has changed"],
  ["the window that was blocked", new Errors.PopupBlocked(), "The browser blocked the window"],
  [
    "the e-mail login or update too soon after the last",
    new Errors.CooldownActive(17),
    "Please try again after 17 seconds",
  ],
  ["the alert 'Invalid App Configuration'", new Errors.OriginNotAllowed(), "Invalid App Configuration"],
  ["the alert 'Session Expired'", new Errors.SessionExpired(), "Session Expired"],
  ["the alert 'Invalid Project ID'", new Errors.InvalidProjectId(), "Invalid Project ID"],
  ["the alert 'Project ID Missing'", new Errors.ProjectIdMissing(), "Project ID Missing"],
  ["the warning 'Invalid Email Address'", new Errors.InvalidEmail(), "Invalid Email Address"],
]

/** Classes with a sentence of our own: the specification names the case and gives no words. */
const beyond: readonly (readonly [tag: string, error: Error])[] = [
  ["OtpRequired", new Errors.OtpRequired()],
  ["OtpNotSent", new Errors.OtpNotSent()],
  ["CodeRefused", new Errors.CodeRefused()],
  ["TopicNotFound", new Errors.TopicNotFound()],
  ["TopicExpired", new Errors.TopicExpired()],
  ["MaxFeeTooHigh", new Errors.MaxFeeTooHigh()],
  ["PriorityFeeTooHigh", new Errors.PriorityFeeTooHigh()],
  ["BlobTooLarge", new Errors.BlobTooLarge()],
  ["AmountInvalid", new Errors.AmountInvalid()],
  ["ReceiverInvalid", new Errors.ReceiverInvalid()],
  ["InsufficientFunds", new Errors.InsufficientFunds("fee")],
  ["TokenNotFound", new Errors.TokenNotFound()],
  ["TransactionDiffers", new Errors.TransactionDiffers()],
  ["AnswerTooLarge", new Errors.AnswerTooLarge()],
  ["AnswerInvalid", new Errors.AnswerInvalid("Required", "data")],
  ["InvalidInput", new Errors.InvalidInput("Required", "networks")],
  ["StorageUnavailable", new Errors.StorageUnavailable()],
  ["InvalidPaymentConfig", new Errors.InvalidPaymentConfig()],
  ["InvalidRecipient", new Errors.InvalidRecipient()],
  ["InvalidAsset", new Errors.InvalidAsset()],
  ["InvalidAmount", new Errors.InvalidAmount()],
  ["PaymentUnknownError", new Errors.PaymentUnknownError()],
  ["PaymentNotInitiated", new Errors.PaymentNotInitiated()],
  ["InvalidChainNamespace", new Errors.InvalidChainNamespace()],
  ["PaymentFailed", new Errors.PaymentFailed()],
  ["PaymentTimedOut", new Errors.PaymentTimedOut()],
  ["ExchangesFailed", new Errors.ExchangesFailed()],
  ["AssetNotSupported", new Errors.AssetNotSupported()],
  ["PayUrlFailed", new Errors.PayUrlFailed()],
  ["BuyStatusFailed", new Errors.BuyStatusFailed()],
]

describe("errors", () => {
  it.each(sentences)("%s", (_, error, sentence) => {
    expect(error.message).toBe(sentence)
    expect(error).toBeInstanceOf(Error)
    expect(error.stack).toContain(sentence)
  })

  it("has every class of the catalogue in these tables, each once, tagged with its own name", () => {
    const shown = [...sentences.map(([, error]) => error), ...beyond.map(([, error]) => error)]

    expect(shown.map((error) => Reflect.get(error, "_tag")).sort()).toEqual(Object.keys(Errors).sort())
    for (const error of shown) expect(error.constructor.name).toBe(Reflect.get(error, "_tag"))
  })

  it.each(beyond)("%s has words of ours", (tag, error) => {
    expect(Reflect.get(error, "_tag")).toBe(tag)
    expect(error.message.length).toBeGreaterThan(0)
  })

  it.each([
    [new Errors.NetworkNotFound(), "APKT001"],
    [new Errors.OriginNotAllowed(), "APKT002"],
    [new Errors.FrameLoadFailed(), "APKT003"],
    [new Errors.FrameTimeout(), "APKT004"],
    [new Errors.UnverifiedDomain(), "APKT005"],
    [new Errors.SessionExpired(), "APKT006"],
    [new Errors.InvalidProjectId(), "APKT007"],
    [new Errors.ProjectIdMissing(), "APKT008"],
    [new Errors.ServerError(), "APKT009"],
    [new Errors.RateLimited(), "APKT010"],
    [new Errors.InvalidEmail(), "APKTW002"],
    [new Errors.InvalidPaymentConfig(), "INVALID_PAYMENT_CONFIG"],
    [new Errors.InvalidRecipient(), "INVALID_RECIPIENT"],
    [new Errors.InvalidAsset(), "INVALID_ASSET"],
    [new Errors.InvalidAmount(), "INVALID_AMOUNT"],
    [new Errors.PaymentUnknownError(), "UNKNOWN_ERROR"],
    [new Errors.PaymentNotInitiated(), "UNABLE_TO_INITIATE_PAYMENT"],
    [new Errors.InvalidChainNamespace(), "INVALID_CHAIN_NAMESPACE"],
    [new Errors.PaymentFailed(), "GENERIC_PAYMENT_ERROR"],
    [new Errors.ExchangesFailed(), "UNABLE_TO_GET_EXCHANGES"],
    [new Errors.AssetNotSupported(), "ASSET_NOT_SUPPORTED"],
    [new Errors.PayUrlFailed(), "UNABLE_TO_GET_PAY_URL"],
    [new Errors.BuyStatusFailed(), "UNABLE_TO_GET_BUY_STATUS"],
  ] as const)("%s carries its code, %s", ({ code }, expected) => {
    expect(code).toBe(expected)
  })

  it("Name errors: the API's first reason description is used; otherwise the sentence listed", () => {
    const reason = "Name is already registered"

    expect(new Errors.RegisterNameFailed("ada", reason).message).toBe(reason)
    expect(new Errors.NameNotResolved(reason).message).toBe(reason)
    expect(new Errors.SuggestionsFailed(reason).message).toBe(reason)
    expect(new Errors.NamesForAddressFailed(reason).message).toBe(reason)
  })

  it("keeps the technical error as its cause", () => {
    const cause = new Errors.HttpStatus(500)

    expect(new Errors.BalancesFailed({ cause }).cause).toBe(cause)
    expect(new Errors.RegisterNameFailed("ada", undefined, { cause }).cause).toBe(cause)
    expect(new Errors.AnswerInvalid("Required", "", { cause }).cause).toBe(cause)
  })

  it("carries what a site may want to know of it", () => {
    expect(new Errors.HttpStatus(404).status).toBe(404)
    expect(new Errors.CooldownActive(3).seconds).toBe(3)
    expect(new Errors.SwitchNotApproved("eip155:10").chainId).toBe("eip155:10")
    expect(new Errors.ChainsNotDisconnected("two").reason).toBe("two")
    expect(new Errors.RegisterNameFailed("ada").nameAsked).toBe("ada")
    expect(new Errors.InvalidInput("Required", "metadata.icons.0").path).toBe("metadata.icons.0")
  })
})
