import { openBuying, openReceive } from "../../src/flows/receive.ts"
import { actions } from "../../src/state/actions.ts"
import { receive } from "../messages/en/receive.ts"
import { css } from "../styles/stitches.ts"
import { Doorway } from "../ui/Doorway.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Card, Incoming, Next, Wallet } from "../ui/icons.tsx"
import { Mark } from "../ui/Mark.tsx"
import { Row } from "../ui/Row.tsx"
import { Surface } from "../ui/Surface.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** The ways to have something in the wallet that the site and the network offer. */
export function FundWallet() {
  const { run } = useModal()
  const text = useText(receive)
  const { possible } = useSlice(actions)
  const ways = [
    { feature: "onramp", icon: Card, first: "buyCrypto", second: "buyCryptoHint", go: openBuying },
    { feature: "receive", icon: Incoming, first: "receiveFunds", second: "receiveFundsHint", go: openReceive },
  ] as const
  const offered = ways.filter(({ feature }) => possible(feature))
  return (
    <div className={frame()}>
      {offered.length === 0 ? (
        <Doorway icon={Wallet} heading={text("noWays")}>
          {text("noWaysHint")}
        </Doorway>
      ) : (
        <Surface>
          {offered.map(({ feature, icon, first, second, go }) => (
            <Row
              key={feature}
              logo={<Mark icon={icon} color="accent" mirrored={icon === Incoming} />}
              second={text(second)}
              end={<Icon of={Next} size={18} mirrored />}
              data-action={feature}
              onClick={() => run(go())}
            >
              {text(first)}
            </Row>
          ))}
        </Surface>
      )}
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
