import { arches } from "../../src/domain/arches.ts"
import { css } from "../styles/stitches.ts"
import { Picture } from "./Picture.tsx"

/** Who somebody is: their own picture, else three arches drawn from the address. Never the proof of an address. */
export function Avatar({ address, src, size = 40 }: AvatarProps) {
  const { colors, turn } = arches(address)
  const [outer, middle, inner] = colors
  return src ? (
    <Picture src={src} name={address} size={size} round />
  ) : (
    <svg className={look()} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <g transform={`rotate(${turn} 20 20)`}>
        <path fill={outer} d="M0 0h40v40H0z" />
        <path fill={middle} d="M4 40V22a16 16 0 0 1 32 0v18z" />
        <path fill={inner} d="M11 40V24a9 9 0 0 1 18 0v16z" />
        <path fill={outer} d="M16.5 40V26a3.5 3.5 0 0 1 7 0v14z" />
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
