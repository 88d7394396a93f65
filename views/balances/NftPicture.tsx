import { safeImageUrl } from "../../src/core/first-paint/safeUrl.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { PictureMark } from "../ui/icons.tsx"
import { RemotePicture } from "../ui/RemoteImage.tsx"

/** Square picture of an NFT, as wide as its container, or a placeholder. Decorative: the adjacent text has the name. */
export function NftPicture({ src, whole }: NftPictureProps) {
  const address = safeImageUrl(src)
  const none = (
    <span className={middle()}>
      <Icon of={PictureMark} size={24} />
    </span>
  )
  return (
    <span className={frame({ whole, low: whole && address === undefined })}>
      {address === undefined ? none : <RemotePicture key={address} address={address} fallback={none} />}
    </span>
  )
}

interface NftPictureProps {
  readonly src: string
  /** Whether the whole picture is shown, even if it is not square. */
  readonly whole?: boolean
}

const frame = css({
  round: 3,
  display: "block",
  position: "relative",
  overflow: "clip",
  inlineSize: "100%",
  aspectRatio: "1",
  background: "var(--po-raised)",
  filter: "var(--po-picture, none)",
  "&::after": {
    content: '""',
    position: "absolute",
    inset: 0,
    borderRadius: "inherit",
    border: "1px solid var(--po-logo-edge)",
  },
  variants: {
    whole: { true: { round: 4, "& > img": { objectFit: "contain" } } },
    low: { true: { aspectRatio: "2.4" } },
  },
})

const middle = css({
  position: "absolute",
  inset: 0,
  display: "grid",
  placeItems: "center",
  color: "var(--po-text-3)",
})
