// Networks. Messages are quoted from the specification, section 8 unless a docstring names another one. A docstring that ends in "Beyond
// the catalogue." marks a message that the specification does not prescribe.

/** The network does not support the operation, or belongs to another namespace than the adapter. */
export class UnsupportedChain extends Error {
  readonly _tag = "UnsupportedChain"
  constructor(options?: ErrorOptions) {
    super("Unsupported chain", options)
  }
}

/**
 * The wallet does not support the chain and did not add it, the wallet failed to switch to it (embedded or over WalletConnect), or the
 * embedded wallet has no account of the requested type on it.
 */
export class ChainNotSupported extends Error {
  readonly _tag = "ChainNotSupported"
  constructor(options?: ErrorOptions) {
    super("Chain is not supported", options)
  }
}

/** The wallet did not approve the chain with this ID, did not switch to it, or cannot switch chains. */
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

/** The gas price for a swap could not be loaded. See `cause`. */
export class GasPriceNotSupported extends Error {
  readonly _tag = "GasPriceNotSupported"
  constructor(options?: ErrorOptions) {
    super("Network not supported for Gas Price", options)
  }
}

/** Swaps are turned off, or not available on this network. */
export class SwapNotSupported extends Error {
  readonly _tag = "SwapNotSupported"
  constructor(options?: ErrorOptions) {
    super("Network not supported for Swaps", options)
  }
}

/**
 * The chain ID is out of range: coin types need an integer from 0 to 2147483647, transactions an integer above 0 (specification section 5).
 */
export class InvalidChainId extends Error {
  readonly _tag = "InvalidChainId"
  constructor(options?: ErrorOptions) {
    super("Invalid chainId", options)
  }
}

/**
 * The option `networks` has no network with the requested ID, or none of the requested namespace. `switchNetwork` and the option
 * `defaultNetwork` also raise alert APKT001.
 */
export class NetworkNotFound extends Error {
  readonly _tag = "NetworkNotFound"
  readonly code = "APKT001"
  /** Description of what was not found, or "". Consoles print it as the cause. */
  readonly details: string
  constructor(details = "", options: ErrorOptions = details ? { cause: details } : {}) {
    super("Network not found", options)
    this.details = details
  }
}
