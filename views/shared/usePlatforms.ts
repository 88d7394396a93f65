import { useMemo } from "react"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { connectorOf } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { type Platform, platformsOf } from "../../src/wallets/model/platforms.ts"
import { useSlice } from "./first-paint/useModal.ts"
import { useWallet } from "./useWallet.ts"

/** Returns the platforms of a wallet by its ID, and the one that ConnectingWalletConnect shows: the visitor's choice, or else the first. */
export const usePlatforms = (
  id: string | undefined,
): { readonly platforms: readonly Platform[]; readonly platform: Platform } => {
  const { installed, mobile } = useSlice(wallets)
  const { chosen } = useSlice(pairing)
  const wallet = useWallet(id)
  const here = wallet !== undefined && connectorOf(wallet, installed.value, mobile.value) !== undefined
  const platforms = useMemo(() => platformsOf(wallet, here, mobile.value), [wallet, here, mobile.value])
  const platform = platforms.find((one) => one === chosen.value) ?? platforms[0] ?? "qrcode"
  return { platforms, platform }
}
