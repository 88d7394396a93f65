import { type ReactNode, useEffect, useState } from "react"
import { images } from "../../src/core/first-paint/limits.ts"
import { safeImageUrl } from "../../src/core/first-paint/safeUrl.ts"
import { css } from "../styles/stitches.ts"

/** Logo with a hairline edge, or `icon` instead. Decorative: the adjacent text has the name. */
export function WalletLogo({ size = 40, icon, ...picture }: LogoProps & { readonly icon?: ReactNode }) {
  return icon ? (
    <span className={box({ size, edged: true })}>
      <span className={middle()}>{icon}</span>
    </span>
  ) : (
    <RemoteImage {...picture} size={size} edged />
  )
}

/**
 * Decorative remote picture. Shows the first letter of `name` if `src` is missing or unsafe, fails to load, or takes
 * too long.
 */
export function RemoteImage({ src, name, size, edged, round, fill }: PictureProps) {
  const address = safeImageUrl(src)
  // Hidden from screen readers, which would read it as part of the adjacent name.
  const letter = (
    <span className={initial({ size })} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
  return (
    <span className={box({ size, edged, round, fill })}>
      {address === undefined ? letter : <RemotePicture key={address} address={address} fallback={letter} />}
    </span>
  )
}

/** Picture that fades in. Shows the fallback if it fails or takes too long. */
export function RemotePicture({ address, fallback }: { readonly address: string; readonly fallback: ReactNode }) {
  const [state, setState] = useState<"awaited" | "late" | "here" | "failed">("awaited")

  useEffect(() => {
    const late = setTimeout(() => setState((now) => (now === "awaited" ? "late" : now)), images.preload)
    return () => clearTimeout(late)
  }, [])

  return (
    <>
      {(state === "late" || state === "failed") && fallback}
      {state !== "failed" && (
        <img
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setState("here")
          }}
          className={image({ here: state === "here" })}
          src={address}
          alt=""
          draggable={false}
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setState("here")}
          onError={() => setState("failed")}
        />
      )}
    </>
  )
}

/** Source and name of a picture. */
export interface Pictured {
  readonly src?: string | undefined
  /** Name of what the picture shows. Its first letter is the fallback. */
  readonly name: string
}

interface LogoProps extends Pictured {
  readonly size?: 40 | 52 | 64 | undefined
}

interface PictureProps extends Pictured {
  readonly size?: 16 | 20 | 22 | 24 | 28 | 40 | 52 | 64 | undefined
  /** Whether the picture has a hairline inside, so a white or black logo keeps its edge. */
  readonly edged?: boolean | undefined
  readonly round?: boolean | undefined
  /** Whether the picture fills its container. */
  readonly fill?: boolean | undefined
}

const box = css({
  flex: "none",
  display: "block",
  position: "relative",
  overflow: "clip",
  background: "var(--po-press)",
  filter: "var(--po-picture, none)",
  variants: {
    size: {
      16: { square: 16, round: 1.25 },
      20: { square: 20, round: 1.5 },
      22: { square: 22, round: 1.5 },
      24: { square: 24, round: 1.5 },
      28: { square: 28, round: 1.75 },
      40: { square: 40, round: 2.5 },
      52: { square: 52, round: 3.5 },
      64: { square: 64, round: 4.5 },
    },
    edged: {
      true: {
        "&::after": {
          content: '""',
          position: "absolute",
          inset: 0,
          borderRadius: "inherit",
          border: "1px solid var(--po-logo-edge)",
        },
      },
    },
    // Doubled to override the radius of the size.
    round: { true: { "&&": { borderRadius: "50%" } } },
    fill: { true: { round: 3.5, inlineSize: "100%", blockSize: "100%" } },
  },
})

const image = css({
  display: "block",
  inlineSize: "100%",
  blockSize: "100%",
  objectFit: "cover",
  opacity: 0,
  transition: "opacity var(--po-move) var(--po-out)",
  variants: { here: { true: { opacity: 1 } } },
})

const middle = css({ position: "absolute", inset: 0, display: "grid", placeItems: "center" })

const initial = css(middle, {
  type: "label",
  fontWeight: 600,
  color: "var(--po-text-2)",
  variants: {
    size: {
      16: { fontSize: "9px" },
      20: { fontSize: "11px" },
      22: { fontSize: "11px" },
      24: { fontSize: "12px" },
      28: { type: "caption" },
      40: { type: "heading" },
      52: { type: "title" },
      64: { type: "code" },
    },
  },
})
