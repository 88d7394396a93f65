// Networks. Sentences are the specification's own (section 8, or as a docstring says).
// A docstring that ends in "Beyond the catalogue" marks a sentence of ours: the specification names the case or leaves it open.

/** The operation does not exist on the active chain. */
export class UnsupportedChain extends Error {
  readonly _tag = "UnsupportedChain"
  constructor(options?: ErrorOptions) {
    super("Unsupported chain", options)
  }
}

/** The wallet neither knows the chain nor takes it on. */
export class ChainNotSupported extends Error {
  readonly _tag = "ChainNotSupported"
  constructor(options?: ErrorOptions) {
    super("Chain is not supported", options)
  }
}

/** The wallet did not approve the chain with this id, or cannot switch at all. */
export class SwitchNotApproved extends Error {
  readonly _tag = "SwitchNotApproved"
  readonly chainId: number | string
  constructor(chainId: number | string, options?: ErrorOptions) {
    super(
      `Failed to switch to chain ${chainId}. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.`,
      options,
    )
    this.chainId = chainId
  }
}

/** The provider's services quote no gas price on this network. */
export class GasPriceNotSupported extends Error {
  readonly _tag = "GasPriceNotSupported"
  constructor(options?: ErrorOptions) {
    super("Network not supported for Gas Price", options)
  }
}

/** The provider's services swap nothing on this network. */
export class SwapNotSupported extends Error {
  readonly _tag = "SwapNotSupported"
  constructor(options?: ErrorOptions) {
    super("Network not supported for Swaps", options)
  }
}

/** A chain id that has no coin type, not being a whole number from 0 to 2147483647, or that no transaction can name, not being above 0 (section 5). */
export class InvalidChainId extends Error {
  readonly _tag = "InvalidChainId"
  constructor(options?: ErrorOptions) {
    super("Invalid chainId", options)
  }
}

/** No configured network has this id; raises alert APKT001. */
export class NetworkNotFound extends Error {
  readonly _tag = "NetworkNotFound"
  readonly code = "APKT001"
  /** What was not found. Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("Network not found", options)
    this.details = details
  }
}
