import type { LoginTarget, SocialProvider } from "../../src/domain/route.ts"
import { login } from "../../src/state/login.ts"
import { logInWith } from "../near.ts"
import { useModal, useSlice } from "../useModal.ts"

/**
 * Returns a function that starts a social login. Call it inside the click, because it opens the pop-up synchronously.
 * Farcaster and Telegram need none.
 */
export const useSocial = (target?: LoginTarget) => {
  const { instance, run, text } = useModal()
  const { telegram } = useSlice(login)
  return (provider: SocialProvider) => {
    const opened = provider === "farcaster" || telegram.peek() ? undefined : instance.openLoginWindow()
    run(logInWith(provider, opened, { ...target, untrusted: text("untrustedOrigin") }))
  }
}
