import { connectRows } from "../../src/connect/first-paint/state.ts"
import { socialNames } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { useSlice } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Next } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { socialIcons } from "../ui/socialIcons.tsx"
import { RequireTerms } from "./first-paint/RequireTerms.tsx"
import { useSocialLogin } from "./first-paint/useSocialLogin.ts"

/** List of all enabled social logins. */
export function ConnectSocials() {
  const { ways } = useSlice(connectRows)()
  const start = useSocialLogin()
  return (
    <div className={frame()}>
      <RequireTerms>
        <RowGroup>
          {ways.value.socials.map((provider) => (
            <Row
              key={provider}
              logo={<WalletLogo icon={<Icon of={socialIcons[provider]} />} name={socialNames[provider]} />}
              end={<Icon of={Next} mirrored />}
              onClick={() => start(provider)}
            >
              {socialNames[provider]}
            </Row>
          ))}
        </RowGroup>
      </RequireTerms>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
