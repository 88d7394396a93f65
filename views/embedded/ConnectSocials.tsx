import { connectRows } from "../../src/connect/first-paint/state.ts"
import { socialNames } from "../../src/embedded/first-paint/model.ts"
import { useSlice } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { Surface } from "../ui/RowGroup.tsx"
import { socialMarks } from "../ui/socialIcons.tsx"
import { Agreed } from "./first-paint/RequireTerms.tsx"
import { useSocial } from "./first-paint/useSocialLogin.ts"

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
