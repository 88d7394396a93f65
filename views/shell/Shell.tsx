import { memo, Suspense, useRef } from "react"
import { directionOf } from "../../src/core/first-paint/direction.ts"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { displayedLocale } from "../../src/options/language.ts"
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { CurrentContext, ScrollerContext, useModal } from "../shared/first-paint/useModal.ts"
import { base } from "../styles/base.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { motion } from "../styles/tokens.ts"
import { card, dialogStyles, scrim } from "./dialogStyles.ts"
import { ErrorBoundary, Late } from "./ErrorBoundary.tsx"
import { ErrorView } from "./ErrorView.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { NotificationArea } from "./NotificationArea.tsx"
import { Notifications } from "./Notifications.tsx"
import { useCardHeight } from "./useCardHeight.ts"
import { useDragToClose } from "./useDragToClose.ts"
import { useLayers } from "./useLayers.ts"
import { useScrollEdges } from "./useScrollEdges.ts"
import { useSteadyWallets } from "./useSteadyWallets.ts"
import { useView } from "./useView.ts"

/** The card: header, current view, footer, and notifications above it. While the modal is closed, only the Connect view may be rendered. */
export function Shell() {
  dialogStyles()
  const { core, options } = useModal()
  const isShown = options.enableEmbedded || core.open.value
  const layers = useLayers(core.route.value, isShown)
  const current = layers.find(({ leaving }) => !leaving)
  const frame = current ?? layers[0]
  const hasView = frame !== undefined
  const { body, outer, inner, under } = useCardHeight(hasView, isShown)
  const scrimRef = useRef<HTMLDivElement>(null)
  useSteadyWallets(scrimRef, outer, hasView)
  const { above, below } = useScrollEdges(body, outer, inner, hasView)
  const sheet = useDragToClose(isShown && hasView)
  const lang = displayedLocale(core.locale.value, core.language.value, Object.keys(options.messages).length > 0)
  if (!frame) return <div className={base()} lang={lang} />

  return (
    <div className={base()} lang={lang} dir={directionOf(core.locale.value)}>
      <div ref={scrimRef} className={scrim({ embedded: options.enableEmbedded })} data-scrim="">
        <div ref={sheet} className={card({ embedded: options.enableEmbedded })}>
          <Header route={frame.route} scrolled={above} />
          <NotificationArea>
            <Notifications />
          </NotificationArea>
          <div ref={body} className={shared()}>
            <div ref={outer} className={clip({ below })}>
              <div ref={inner} className={stage()}>
                {layers.map(({ route, key, leaving, direction }) => (
                  <div
                    key={key}
                    className={layer({ leaving, direction: leaving ? undefined : direction })}
                    inert={leaving}
                    {...(leaving || !isShown ? {} : { "data-view": route.name })}
                  >
                    <CurrentContext.Provider value={!leaving}>
                      <ScrollerContext.Provider value={outer}>
                        <ErrorBoundary instead={(again) => <ErrorView again={again} />}>
                          <Suspense fallback={null}>
                            <View route={route} />
                          </Suspense>
                        </ErrorBoundary>
                      </ScrollerContext.Provider>
                    </CurrentContext.Provider>
                  </div>
                ))}
              </div>
            </div>
            <div ref={under} className={foot()}>
              <Footer route={frame.route} />
            </div>
          </div>
          {isShown && options.enableHelp && /^(Connec|AllW)/.test(frame.route.name) && <Help route={frame.route} />}
        </div>
      </div>
    </div>
  )
}

/** Help panel. It is a separate component, so only the panel re-renders when the engine starts. */
function Help({ route }: { readonly route: Route }) {
  const { instance } = useModal()
  if (!instance.running.value) return null
  return (
    <Late>
      <HelpPanel route={route} />
    </Late>
  )
}

const HelpPanel = lazyView(() => import("../help/HelpPanel.tsx"), "HelpPanel")

/** View of a route. Re-renders only when the route changes. */
const View = memo(({ route }: { readonly route: Route }) => {
  const Component = useView(route)?.component
  return Component && <Component {...(route as object)} />
})

const leave = keyframes({ to: { opacity: 0 } })
const forward = keyframes({ from: { opacity: 0, transform: "translateX(calc(8px * var(--po-dir)))" } })
const backward = keyframes({ from: { opacity: 0, transform: "translateX(calc(-8px * var(--po-dir)))" } })

const rounded = { borderEndStartRadius: "inherit", borderEndEndRadius: "inherit" } as const

/** View and footer, which share one animated height. */
const shared = css({
  ...rounded,
  minBlockSize: 0,
  display: "flex",
  flexDirection: "column",
  transition: `block-size ${motion.height}ms var(--po-standard)`,
  "@still": { transition: "none" },
  // Limits the height until it is measured.
  "&:not([style])": { maxBlockSize: "calc(var(--po-most) - 64px)" },
})

const foot = css({ flex: "none", marginBlockStart: "auto" })

const clip = css({
  ...rounded,
  minBlockSize: 0,
  overflowX: "clip",
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollbarWidth: "thin",
  // Keeps a focused element out from under the fade.
  scrollPaddingBlock: "8px 48px",
  variants: { below: { true: { maskImage: "linear-gradient(to top, transparent, #000 48px)" } } },
})

const stage = css({ position: "relative" })

const layer = css({
  "@still": { animation: "none !important" },
  variants: {
    leaving: {
      true: {
        position: "absolute",
        inset: "0 0 auto",
        animation: `${leave} 60ms linear forwards`,
        // Without animation, it would cover the new view, and lengthen what can be scrolled.
        "@still": { display: "none" },
      },
    },
    direction: {
      none: {},
      forward: { animation: `${forward} 90ms 60ms var(--po-out) backwards` },
      backward: { animation: `${backward} 90ms 60ms var(--po-out) backwards` },
    },
  },
})
