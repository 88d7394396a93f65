import { login } from "../../../src/embedded/first-paint/state.ts"
import type { LoginTarget } from "../../../src/navigation/first-paint/model/routes.ts"
import type { SocialProvider } from "../../../src/options/remoteFeatures.ts"
import { logInWith } from "../../shared/first-paint/lazyFlows.ts"
import { useModal, useSlice } from "../../shared/first-paint/useModal.ts"

/**
 * Returns a function that starts a social login. Call the function during the click, because it opens the pop-up synchronously. Farcaster
 * logins, and logins inside Telegram, open none.
 */
export const useSocialLogin = (target?: LoginTarget) => {
  const { instance, run, text } = useModal()
  const { telegram } = useSlice(login)
  return (provider: SocialProvider) => {
    const opened = provider === "farcaster" || telegram.peek() ? undefined : instance.openLoginWindow()
    run(logInWith(provider, opened, { ...target, untrusted: text("untrustedOrigin") }))
  }
}
