import { socialNames } from "../../src/domain/socials.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/Picture.tsx"
import { Row } from "../ui/Row.tsx"
import { Surface } from "../ui/Surface.tsx"
import { socialMarks } from "../ui/socialMarks.tsx"
import { useSlice } from "../useModal.ts"
import { Agreed } from "./Agreed.tsx"
import { useSocial } from "./useSocial.ts"

/** All social logins. */
export function ConnectSocials() {
  const { ways } = useSlice(connectRows)()
  const start = useSocial()
  return (
    <div className={frame()}>
      <Agreed>
        <Surface>
          {ways.value.socials.map((provider) => (
            <Row
              key={provider}
              logo={<WalletLogo icon={<Icon of={socialMarks[provider]} />} name={socialNames[provider]} />}
              end={<Icon of={Next} mirrored />}
              onClick={() => start(provider)}
            >
              {socialNames[provider]}
            </Row>
          ))}
        </Surface>
      </Agreed>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
