/** What UnsupportedChain depends on. */
export interface Support {
  /** Somebody is connected on the active namespace. */
  readonly connected: boolean
  /** The wallet stands on one of the site's networks. */
  readonly supported: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly basic: boolean
}

/**
 * Whether UnsupportedChain is shown (section 4): the network is unsupported, switching is enabled, unsupported chains are not
 * allowed and basic mode is off. Nobody is asked who is not connected.
 */
export const showsUnsupportedChain = ({
  connected,
  supported,
  enableNetworkSwitch,
  allowUnsupportedChain,
  basic,
}: Support): boolean => connected && !supported && enableNetworkSwitch && !allowUnsupportedChain && !basic
