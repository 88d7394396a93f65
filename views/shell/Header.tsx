import { memo } from "react"
import { modal } from "../../src/core/first-paint/limits.ts"
import { hasWayBack, type Route } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack, leave } from "../shared/first-paint/lazyFlows.ts"
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { motion } from "../styles/tokens.ts"
import { Back, Close } from "../ui/firstPaintIcons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Late } from "./ErrorBoundary.tsx"
import { useTitle, useView } from "./useView.ts"

/** Header of the card. Its title names the dialog. */
export const Header = memo(({ route, scrolled }: { readonly route: Route; readonly scrolled: boolean }) => {
  const { core, options, run, text } = useModal()
  const title = useTitle(route)
  const account = route.name === "Account"
  const Aside = useView(route)?.aside
  const back = hasWayBack(core.stack.value, options.enableEmbedded)
  return (
    <div className={bar({ scrolled })} data-bar="">
      {back && <IconButton name={text("back")} icon={Back} mirrored onClick={() => run(goBack)} />}
      {account && options.enableNetworkSwitch && (
        <Late>
          <NetworkButton />
        </Late>
      )}
      <h1 id="portico-title" className={heading({ hidden: account, back })} key={title}>
        <bdi>{title}</bdi>
      </h1>
      <span className={end()}>
        {Aside && (
          <Late>
            <Aside {...(route as object)} />
          </Late>
        )}
        {!options.enableEmbedded && <IconButton name={text("close")} icon={Close} onClick={() => run(leave)} />}
      </span>
    </div>
  )
})

const NetworkButton = lazyView(() => import("../network/NetworkButton.tsx"), "NetworkButton")

const arrive = keyframes({ from: { opacity: 0, transform: "translateX(calc(4px * var(--po-dir)))" } })

const bar = css({
  flex: "none",
  display: "flex",
  alignItems: "center",
  minBlockSize: "64px",
  paddingInline: "4px 6px",
  borderBlockEnd: "1px solid transparent",
  // Visitors drag the bottom sheet by its header.
  [`@media (max-width: ${modal.sheetWidth}px)`]: { touchAction: "pinch-zoom" },
  // Forced colors show transparent borders.
  "@forced": { borderBlockEndColor: "Canvas" },
  variants: {
    scrolled: { true: { borderBlockEndColor: "var(--po-line)", "@forced": { borderBlockEndColor: "CanvasText" } } },
  },
})

const heading = css({
  type: "title",
  minInlineSize: 0,
  // The bar fits two lines; a name may be longer.
  overflow: "hidden",
  overflowWrap: "anywhere",
  textWrap: "balance",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  animation: `${arrive} ${motion.headerText}ms var(--po-out)`,
  "@still": { animation: "none" },
  variants: {
    back: { true: { paddingInlineStart: "8px" }, false: { paddingInlineStart: "16px" } },
    hidden: { true: { position: "absolute", inlineSize: "1px", blockSize: "1px", clipPath: "inset(50%)" } },
  },
})

const end = css({ marginInlineStart: "auto", display: "flex", gap: "4px" })
