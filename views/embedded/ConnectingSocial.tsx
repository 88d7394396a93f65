import { second } from "../../src/core/first-paint/limits.ts"
import { socialNames } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { socialLogin } from "../../src/embedded/limits.ts"
import { SocialConnectFailed, type SocialFailure } from "../../src/errors/index.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import loginMessages from "../locales/en/login.json" with { type: "json" }
import type { KeyOf } from "../locales/messages.ts"
import { Attempt } from "../shared/Attempt.tsx"
import { ConnectedAttempt } from "../shared/ConnectedAttempt.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useReason } from "../shared/useReason.ts"
import { Button } from "../ui/Button.tsx"
import { Retry } from "../ui/icons.tsx"
import { socialIcons } from "../ui/socialIcons.tsx"
import { useSocialLogin } from "./first-paint/useSocialLogin.ts"

/**
 * Social login: waits for the visitor to finish in the provider's pop-up, then for the account. Shows the reason if the
 * login fails.
 */
export function ConnectingSocial({ provider, namespace, account }: RouteOf<"ConnectingSocial">) {
  const { run } = useModal()
  const text = useText({ login: loginMessages, connect })
  const reasonOf = useReason()
  const { social, provider: requested, returned, telegram } = useSlice(login)
  const start = useSocialLogin({ namespace, account })
  const named = { social: socialNames[provider] }
  const shown = { wallet: socialNames[provider], mark: socialIcons[provider] }
  // Ignores the state of a login with another provider.
  const now = requested.value === provider ? social.value : undefined

  const other = (
    <Button kind="plain" quiet onClick={() => run(goBack())}>
      {text("anotherWay")}
    </Button>
  )
  if (now?.status === "failed") {
    const reason = now.error instanceof SocialConnectFailed ? now.error.reason : undefined
    const messages = reason === undefined ? undefined : reasons[reason]
    return (
      <Attempt
        state="declined"
        urgent
        {...shown}
        heading={text(messages?.heading ?? "socialFailed", named)}
        hint={text(messages?.hint ?? "socialFailedHint", { reason: reasonOf(now.error), count: socialLogin / second })}
      >
        {reason !== "unheard" && (
          <Button kind="primary" icon={Retry} onClick={() => start(provider)}>
            {text("tryAgain")}
          </Button>
        )}
        {other}
      </Attempt>
    )
  }
  if (now?.status === "loaded") return <ConnectedAttempt {...shown} />
  if (now?.status === "loading" && returned.value)
    return (
      <Attempt state="waiting" {...shown} heading={text("socialReturned")} hint={text("socialReturnedHint", named)} />
    )
  return (
    <Attempt
      state="waiting"
      {...shown}
      heading={text("socialWaiting", named)}
      hint={text(
        telegram.value ? "socialLeavingHint" : now?.status === "loading" ? "socialWaitingHint" : "socialIdleHint",
        named,
      )}
    >
      {now?.status !== "loading" && (
        <Button kind="primary" onClick={() => start(provider)}>
          {text("continueWithSocial", named)}
        </Button>
      )}
      {other}
    </Attempt>
  )
}

const reasons = {
  blocked: { heading: "socialBlocked", hint: "socialBlockedHint" },
  unheard: { heading: "socialUnheard", hint: "socialUnheardHint" },
  late: { heading: "socialLate", hint: "socialLateHint" },
  untrusted: undefined,
} as const satisfies Record<
  SocialFailure,
  { readonly heading: KeyOf<"login">; readonly hint: KeyOf<"login"> } | undefined
>
