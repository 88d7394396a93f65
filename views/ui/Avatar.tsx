import { identicon } from "../../src/account/model/identicon.ts"
import { css } from "../styles/stitches.ts"
import { RemoteImage } from "./RemoteImage.tsx"

/**
 * Picture of an account, or an identicon of three arches derived from its address. Neither proves which address it is.
 */
export function Avatar({ address, src, size = 40 }: AvatarProps) {
  const { shapes, turn } = identicon(address)
  return src ? (
    <RemoteImage src={src} name={address} size={size} round />
  ) : (
    <svg className={look()} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <g transform={turn}>
        {shapes.map(([fill, d]) => (
          <path key={d} fill={fill} d={d} />
        ))}
      </g>
    </svg>
  )
}

interface AvatarProps {
  readonly address: string
  readonly src?: string | undefined
  readonly size?: 24 | 40 | 52 | 64 | undefined
}

const look = css({ flex: "none", display: "block", borderRadius: "50%", forcedColorAdjust: "none" })
