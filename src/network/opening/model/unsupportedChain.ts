/** Input of `showsUnsupportedChain`. */
export interface Support {
  /** Whether an account is connected in the active namespace. */
  readonly connected: boolean
  /** Whether the wallet is on one of the site's networks. */
  readonly supported: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly basic: boolean
}

/** Whether UnsupportedChain is shown (specification section 4). */
export const showsUnsupportedChain = ({
  connected,
  supported,
  enableNetworkSwitch,
  allowUnsupportedChain,
  basic,
}: Support): boolean => connected && !supported && enableNetworkSwitch && !allowUnsupportedChain && !basic
