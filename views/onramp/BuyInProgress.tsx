import { type OnrampProviderName, onrampProviders } from "../../src/domain/onramp.ts"
import { windows } from "../../src/domain/openingLimits.ts"
import type { RouteOf } from "../../src/domain/route.ts"
import { buy, tellOfArrival } from "../../src/flows/onramp.ts"
import { goTo } from "../../src/flows/open.ts"
import { openPopup } from "../../src/popup.ts"
import { onramp } from "../../src/state/onramp.ts"
import { Attempt } from "../connect/Attempt.tsx"
import { CopyLink } from "../connect/CopyLink.tsx"
import { onramp as sentences } from "../messages/en/onramp.ts"
import { Button } from "../ui/Button.tsx"
import { Leave, Retry } from "../ui/icons.tsx"
import { useModal, useSlice, useTask, useText } from "../useModal.ts"

/**
 * The purchase continues in the provider's window: shows which provider, what to do if the window did not open, and the
 * way back.
 */
export function BuyInProgress({ provider: name }: RouteOf<"BuyInProgress">) {
  const { run, tell } = useModal()
  const text = useText(sentences)
  const { opened } = useSlice(onramp)
  const seller = Object.hasOwn(onrampProviders, name) ? onrampProviders[name as OnrampProviderName] : undefined
  const provider = seller?.label ?? name
  const now = opened.value
  useTask(() => tellOfArrival((symbol) => () => text("arrived", { symbol })), [])

  if (now.is === "failed")
    return (
      <Attempt
        urgent
        state="declined"
        wallet={provider}
        picture={undefined}
        heading={text("openFailed", { provider })}
        hint={tell(now.error.message)}
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
  if (now.is !== "loaded")
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
