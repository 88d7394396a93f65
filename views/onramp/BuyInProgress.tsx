import { windows } from "../../src/core/first-paint/limits.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { type OnrampProviderName, onrampProviders } from "../../src/onramp/model.ts"
import { buy, reportArrival } from "../../src/onramp/operations.ts"
import { onramp } from "../../src/onramp/state.ts"
import { openPopup } from "../../src/stub/popup.ts"
import account from "../locales/en/account.json" with { type: "json" }
import onrampMessages from "../locales/en/onramp.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { Leave, Retry } from "../ui/icons.tsx"

/** Progress of a purchase in the provider's window: opening, continuing or failed. Offers a link if the window was blocked. */
export function BuyInProgress({ provider: name }: RouteOf<"BuyInProgress">) {
  const { run, translateError } = useModal()
  const text = useText({ onramp: onrampMessages, account })
  const { opened } = useSlice(onramp)
  const seller = Object.hasOwn(onrampProviders, name) ? onrampProviders[name as OnrampProviderName] : undefined
  const provider = seller?.label ?? name
  const now = opened.value
  useTask(() => reportArrival((symbol) => () => text("arrived", { symbol })), [])

  if (now.status === "failed")
    return (
      <Attempt
        urgent
        state="declined"
        wallet={provider}
        picture={undefined}
        heading={text("openFailed", { provider })}
        hint={translateError(now.error.message)}
      >
        {seller && (
          <Button
            kind="primary"
            icon={Retry}
            onClick={() => run(buy(seller, openPopup("onramp", windows.onramp, true)))}
          >
            {text("tryAgain")}
          </Button>
        )}
      </Attempt>
    )
  if (now.status !== "loaded")
    return (
      <Attempt
        state="waiting"
        wallet={provider}
        picture={undefined}
        heading={text("opening", { provider })}
        hint={text("openingHint")}
      />
    )
  const { url, blocked } = now.value
  return (
    <Attempt
      urgent={blocked}
      state="waiting"
      wallet={provider}
      picture={undefined}
      heading={blocked ? text("blocked") : text("buyIn", { provider })}
      hint={text(blocked ? "blockedHint" : "buyInHint")}
    >
      {blocked && (
        <Button kind="primary" icon={Leave} href={url}>
          {text("openProvider", { provider })}
        </Button>
      )}
      <CopyLink uri={url} label={text("copyLink")} />
      <Button kind="plain" quiet onClick={() => run(goTo({ name: "Account" }))}>
        {text("toAccount")}
      </Button>
    </Attempt>
  )
}
