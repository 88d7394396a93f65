import type { Namespace } from "../../src/domain/namespaces.ts"
import type { SocialProvider } from "../../src/domain/route.ts"
import { socialLayout, socialNames } from "../../src/domain/socials.ts"
import { goTo } from "../near.ts"
import { Button } from "../ui/Button.tsx"
import { More } from "../ui/firstIcons.tsx"
import { Icon } from "../ui/Icon.tsx"
import { socialMarks } from "../ui/socialMarks.tsx"
import { Tile, Tiles } from "../ui/Tile.tsx"
import { useModal } from "../useModal.ts"
import { useSocial } from "./useSocial.ts"

/** Social logins: the first as a labeled button, others as icons, the rest in a separate view. */
export function Socials({ socials, namespace }: SocialsProps) {
  const { run, text } = useModal()
  const start = useSocial({ namespace })
  const { wide, marks, more } = socialLayout(socials)
  const named = (provider: SocialProvider) => text("continueWithSocial", { social: socialNames[provider] })
  return (
    <>
      {wide && (
        <Button icon={socialMarks[wide]} onClick={() => start(wide)}>
          {named(wide)}
        </Button>
      )}
      {marks.length > 0 && (
        <Tiles>
          {marks.map((provider) => (
            <Tile
              key={provider}
              icon={<Icon of={socialMarks[provider]} size={20} />}
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
