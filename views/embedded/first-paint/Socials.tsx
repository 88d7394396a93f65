import { socialLayout, socialNames } from "../../../src/embedded/first-paint/model/socialLogins.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { SocialProvider } from "../../../src/options/remoteFeatures.ts"
import { goTo } from "../../shared/first-paint/lazyFlows.ts"
import { useModal } from "../../shared/first-paint/useModal.ts"
import { Button } from "../../ui/Button.tsx"
import { More } from "../../ui/firstPaintIcons.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { socialIcons } from "../../ui/socialIcons.tsx"
import { Tile, Tiles } from "../../ui/Tile.tsx"
import { useSocialLogin } from "./useSocialLogin.ts"

/** Social logins as `socialLayout` arranges them: with a label, with only an icon, or in a separate view. */
export function Socials({ socials, namespace }: SocialsProps) {
  const { run, text } = useModal()
  const start = useSocialLogin({ namespace })
  const { wide, marks, more } = socialLayout(socials)
  const named = (provider: SocialProvider) => text("continueWithSocial", { social: socialNames[provider] })
  return (
    <>
      {wide && (
        <Button icon={socialIcons[wide]} onClick={() => start(wide)}>
          {named(wide)}
        </Button>
      )}
      {marks.length > 0 && (
        <Tiles>
          {marks.map((provider) => (
            <Tile
              key={provider}
              icon={<Icon of={socialIcons[provider]} size={20} />}
              aria-label={named(provider)}
              title={socialNames[provider]}
              onClick={() => start(provider)}
            />
          ))}
          {more && (
            <Tile
              icon={<Icon of={More} />}
              aria-label={text("moreSocials")}
              onClick={() => run(goTo({ name: "ConnectSocials" }))}
            />
          )}
        </Tiles>
      )}
    </>
  )
}

interface SocialsProps {
  readonly socials: readonly SocialProvider[]
  readonly namespace?: Namespace | undefined
}
