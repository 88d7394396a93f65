import { describe, expect, it } from "vitest"
import * as Errors from "../../src/errors/index.ts"
import * as Rpc from "../../src/errors/rpc.ts"

type Row = readonly (readonly [error: Error, sentence: string])[]

/** The messages in sections 5 and 8 of the specification. */
const quoted: Row = [
  [new Errors.NetworkNotFound(), "Network not found"],
  [new Errors.AddressOrAuthConnectorNotFound(), "Address or auth connector not found"],
  [new Errors.UnsupportedChain(), "Unsupported chain"],
  [new Errors.ModalClosed(), "Modal closed"],
  [new Errors.ConnectionRejected(), "Connection rejected"],
  [new Errors.ConnectFailed(), "Failed to connect"],
  [new Errors.PopupClosed(), "Popup closed"],
  [new Errors.SocialConnectFailed(), "Failed to initiate social connection"],
  [new Errors.FarcasterConnectFailed(), "Failed to connect to farcaster"],
  [new Errors.DisconnectFailed(), "Failed to disconnect"],
  [new Errors.NoAuthConnector(), "No auth connector found"],
  [new Errors.NotConnectedToEmailOrSocial(), "Not connected to email or social"],
  [new Errors.NoConnectorForConnection(), "No connector found for connection"],
  [new Errors.InvalidConnectionStatus(), "Invalid connection status"],
  [new Errors.SiwxNotEnabled(), "SIWX is not enabled"],
  [new Errors.NoActiveCaipAddress(), "No ActiveCaipAddress found"],
  [new Errors.AdapterNotFound(), "Adapter not found"],
  [new Errors.WalletConnectConnectorNotFound(), "WalletConnectConnector not found"],
  [new Errors.ConnectorSupportsNoChain(), "The connector does not support any of the requested chains"],
  [new Errors.ChainNotSupported(), "Chain is not supported"],
  [new Errors.MissingAddressForCapabilities(), "Missing address parameter in wallet_getCapabilities request"],
  [new Errors.CallStatusNotApproved(), "Fetching call status not approved by the wallet."],
  [new Errors.NotConnectedYet(), "Please call connect() before request()"],
  [new Errors.NamespaceNotConfigured(), "Namespace is not configured. Please call connect() first"],
  [new Errors.GasPriceNotSupported(), "Network not supported for Gas Price"],
  [new Errors.SwapNotSupported(), "Network not supported for Swaps"],
]
const ofNames: Row = [
  [new Errors.NameNotResolved(), "Error resolving name"],
  [new Errors.SuggestionsFailed(), "Error fetching name suggestions"],
  [new Errors.NamesForAddressFailed(), "Error fetching names for address"],
]
const unquoted: Row = [
  [new Errors.TestAccountRefused(), "This is a public test account"],
  [new Errors.BalancesFailed(), "Token Balance Unavailable"],
  [new Errors.TransactionsFailed(), "Failed to fetch transactions"],
  [new Errors.AuthenticationInitFailed(), "A problem occurred while trying initialize authentication"],
  [new Errors.SigningFailed(), "Error signing message"],
  [new Errors.AdapterRequired(), "Adapter is required"],
  [new Errors.HttpStatus(503), "HTTP status code: 503"],
  [new Errors.RateLimited(), "RATE_LIMITED"],
  [new Errors.ServerError(), "SERVER_ERROR"],
  [new Errors.FrameLoadFailed(), "Network Error: Wallet Load Failed"],
  [new Errors.FrameTimeout(), "Wallet Request Timeout"],
  [new Errors.UnverifiedDomain(), "Unverified Domain"],
  [new Errors.FrameError(), "An error occurred"],
  [new Errors.RequestAborted(), "Request was aborted"],
  [new Errors.SomethingWentWrong(), "Something went wrong"],
  [new Errors.RequestNotAllowed(), "Requested RPC call is not allowed"],
  [new Errors.BothSiweAndSiwx(), "Cannot set both `siweConfig` and `siwx` options"],
  [new Errors.InvalidChainId(), "Invalid chainId"],
  [new Errors.AmountAndReceiverRequired(), "An amount and receiver address are required"],
  [new Errors.TokenRequired(), "A token is required"],
  [new Errors.OnrampFailed(), "The on-ramp did not respond"],
  [new Errors.OnrampNotOffered(), "Buying is not available here"],
  [new Errors.QuoteIsEstimate(), "This is only an estimate, so you cannot buy tokens at this price"],
  [new Errors.AmountOutsideLimits({ min: "10.00", max: "20.00" }), "Amount must be between 10.00 and 20.00"],
  [new Errors.SwapFailed(), "Failed to initialize swap"],
  [new Errors.PriceFailed(), "Failed to fetch network token price"],
  [new Errors.AllowanceFailed(), "Failed to check allowance"],
  [new Errors.ApprovalNotBuilt(), "Failed to create approval transaction"],
  [new Errors.SwapNotBuilt(), "Failed to create transaction"],
  [new Errors.SmartSessionsNotOffered(), "Smart sessions are not available here"],
  [new Errors.SmartSessionsFailed(), "Failed to fetch smart sessions"],
  [new Errors.SmartSessionNotCreated(), "Failed to create the smart session"],
  [new Errors.SmartSessionNotRevoked(), "Failed to revoke the smart session"],
  [new Errors.SwapTransactionFailed(), "Transaction error"],
  [new Errors.SwapUnverified(), "This swap could not be verified. It was not sent to your wallet."],
  [new Errors.SwapUnsettled(), "The network has not confirmed the transaction yet"],
  [new Errors.NotSponsored(), "This site can no longer pay the network fee. Review the transfer again."],
  [new Errors.SendUnclear(), "The transaction may have been sent. Check your wallet before you try again."],
  [new Errors.IncorrectAmount(), "Incorrect amount"],
  [new Errors.QuoteChanged({} as never), "The price has changed"],
  [new Errors.PopupBlocked(), "The browser blocked the window"],
  [new Errors.CooldownActive(17), "Please try again after 17 seconds"],
  [new Errors.OriginNotAllowed(), "Invalid App Configuration"],
  [new Errors.SessionExpired(), "Session Expired"],
  [new Errors.InvalidProjectId(), "Invalid Project ID"],
  [new Errors.ProjectIdMissing(), "Project ID Missing"],
  [new Errors.InvalidEmail(), "Invalid Email Address"],
]
/** Messages with placeholders, or whose rule does not quote them. */
const ruled: readonly (readonly [rule: string, error: Error, sentence: string])[] = [
  [
    "Name error: 'Error registering name {name}'",
    new Errors.RegisterNameFailed("ada.reown.id"),
    "Error registering name ada.reown.id",
  ],
  [
    "Error: 'Failed to disconnect chains: {reason}'",
    new Errors.ChainsNotDisconnected("solana: locked"),
    "Failed to disconnect chains: solana: locked",
  ],
  [
    "Error: 'Failed to switch to chain ... The chain is not approved or the wallet does not support wallet_switchEthereumChain method.'",
    new Errors.SwitchNotApproved(137),
    "Failed to switch to chain 137. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
  ],
  [
    "Error: namespace or adapter required messages (wording not shown)",
    new Errors.NamespaceRequired(),
    "Namespace is required",
  ],
  ["An unknown error reads 'Unknown error'", new Errors.UnknownFailure(), "Unknown error"],
]

/** Classes whose message is not in the specification. */
const beyond: readonly Error[] = [
  new Errors.OtpRequired(),
  new Errors.OtpNotSent(),
  new Errors.CodeRefused(),
  new Errors.TopicNotFound(),
  new Errors.TopicExpired(),
  new Errors.MaxFeeTooHigh(),
  new Errors.PriorityFeeTooHigh(),
  new Errors.BlobTooLarge(),
  new Errors.AmountInvalid(),
  new Errors.ReceiverInvalid(),
  new Errors.InsufficientFunds("fee"),
  new Errors.TokenNotFound(),
  new Errors.TransactionDiffers(),
  new Errors.AnswerTooLarge(),
  new Errors.AnswerInvalid("Required", "data"),
  new Errors.InvalidInput("Required", "networks"),
  new Errors.StorageUnavailable(),
  new Errors.InvalidPaymentConfig(),
  new Errors.InvalidRecipient(),
  new Errors.InvalidAsset(),
  new Errors.InvalidAmount(),
  new Errors.PaymentUnknownError(),
  new Errors.PaymentNotInitiated(),
  new Errors.InvalidChainNamespace(),
  new Errors.PaymentFailed(),
  new Errors.PaymentTimedOut(),
  new Errors.ExchangesFailed(),
  new Errors.AssetNotSupported(),
  new Errors.PayUrlFailed(),
  new Errors.BuyStatusFailed(),
]

describe("errors", () => {
  const has = (error: Error, sentence: string) => {
    expect(error.message).toBe(sentence)
    expect(error).toBeInstanceOf(Error)
    expect(error.stack).toContain(sentence)
  }

  it.each(ruled)("%s", (_, error, sentence) => has(error, sentence))
  it.each(quoted.map(([error, sentence]) => [sentence, error] as const))("Error: '%s'", (text, error) =>
    has(error, text),
  )
  it.each(ofNames.map(([error, sentence]) => [sentence, error] as const))("Name error: '%s'", (text, error) =>
    has(error, text),
  )
  it.each(unquoted.map(([error, sentence]) => [sentence, error] as const))("has the message '%s'", (text, error) =>
    has(error, text),
  )

  it("has every class of the catalogue in these tables once, tagged with its own name", () => {
    const shown = [
      ...[...quoted, ...ofNames, ...unquoted].map(([error]) => error),
      ...ruled.map(([, error]) => error),
      ...beyond,
    ]

    // Wallets and nodes word the errors of JSON-RPC codes themselves.
    const worded = Object.keys(Errors).filter((name) => !(name in Rpc))
    expect(shown.map((error) => Reflect.get(error, "_tag")).sort()).toEqual(worded.sort())
    for (const error of shown) expect(error.constructor.name).toBe(Reflect.get(error, "_tag"))
    for (const { message } of beyond) expect(message).not.toBe("")
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
    for (const Failure of [Errors.NameNotResolved, Errors.SuggestionsFailed, Errors.NamesForAddressFailed])
      expect(new Failure(reason).message).toBe(reason)
  })

  it("keeps the technical error as its cause", () => {
    const cause = new Errors.HttpStatus(500)

    expect(new Errors.BalancesFailed({ cause }).cause).toBe(cause)
    expect(new Errors.RegisterNameFailed("ada", undefined, { cause }).cause).toBe(cause)
    expect(new Errors.AnswerInvalid("Required", "", { cause }).cause).toBe(cause)
  })

  it("has a field for each value in its message", () => {
    expect(new Errors.HttpStatus(404).status).toBe(404)
    expect(new Errors.CooldownActive(3).seconds).toBe(3)
    expect(new Errors.SwitchNotApproved("eip155:10").chainId).toBe("eip155:10")
    expect(new Errors.ChainsNotDisconnected("two").reason).toBe("two")
    expect(new Errors.RegisterNameFailed("ada").requestedName).toBe("ada")
    expect(new Errors.InvalidInput("Required", "metadata.icons.0").path).toBe("metadata.icons.0")
  })
})
