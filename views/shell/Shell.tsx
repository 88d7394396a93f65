import { memo, type RefObject, Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { directionOf } from "../../src/core/first-paint/direction.ts"
import { modal } from "../../src/core/first-paint/limits.ts"
import type { Route } from "../../src/navigation/first-paint/model.ts"
import { displayedLocale } from "../../src/options/locale.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { viewOf } from "../routes.tsx"
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { CurrentContext, ScrollerContext, useModal, useSlice } from "../shared/first-paint/useModal.ts"
import { base } from "../styles/base.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { card, dialogStyles, scrim } from "./dialogStyles.ts"
import { ErrorBoundary, Late } from "./ErrorBoundary.tsx"
import { ErrorView } from "./ErrorView.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { NotificationArea } from "./NotificationArea.tsx"
import { Notifications } from "./Notifications.tsx"
import { useDragToClose } from "./useDragToClose.ts"
import { useScrollEdges } from "./useScrollEdges.ts"

/**
 * The card: header, current view, footer, and notifications above it. While the modal is closed, it keeps the view that
 * opens next.
 */
export function Shell() {
  dialogStyles()
  const { core, options } = useModal()
  const shown = options.enableEmbedded || core.open.value
  const layers = useLayers(core.route.value, shown)
  const current = layers.find(({ leaving }) => !leaving)
  const frame = current ?? layers[0]
  const there = frame !== undefined
  const { body, outer, inner, under } = useHeight(there, shown)
  const scrimRef = useRef<HTMLDivElement>(null)
  useStanding(scrimRef, outer, there)
  const { above, below } = useScrollEdges(body, outer, inner, there)
  const sheet = useDragToClose(shown && there)
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
                    {...(leaving || !shown ? {} : { "data-view": route.name })}
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
          {shown && options.enableHelp && /^(Connec|AllW)/.test(frame.route.name) && <Help route={frame.route} />}
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
  const { component: Component } = viewOf(route)
  return <Component {...(route as object)} />
})

interface Layer {
  readonly route: Route
  /** Route in the stack that this layer shows: `route`, or an equal one that replaced it. */
  readonly of: Route
  readonly key: number
  readonly leaving: boolean
  readonly direction: "forward" | "backward" | "none"
}

/**
 * Returns the current view, and the previous one while it fades out. The Connect view is kept while the modal is closed, or rendered when
 * idle, so most openings only have to show it.
 */
const useLayers = (route: Route | undefined, shown: boolean): readonly Layer[] => {
  const { core, whenIdle } = useModal()
  const [layers, setLayers] = useState<readonly Layer[]>([])
  const [before, setBefore] = useState(shown)
  const [ready, setReady] = useState(false)
  const depth = useRef(0)
  const next = useRef(0)
  if (before !== shown) setBefore(shown)
  const stays = before && shown
  const top = layers.find(({ leaving }) => !leaving)
  const first = beginsWith(route) && core.connection.value === undefined
  const wanted = shown || (first && (ready || beginsWith(top?.route))) ? route : undefined
  let now = layers
  if (top?.of !== wanted) {
    const deeper = core.stack.peek().length
    const direction = !(top && stays) ? "none" : deeper >= depth.current ? "forward" : "backward"
    depth.current = deeper
    if (top && wanted && !stays && beginsWith(top.route) && beginsWith(wanted)) {
      now = layers.map((layer) => (layer === top ? { ...top, of: wanted, direction } : layer))
    } else {
      // A view that was never visible does not fade out.
      const old = top && before ? [{ ...top, leaving: true }] : []
      if (wanted) next.current += 1
      now = wanted ? [...old, { route: wanted, of: wanted, key: next.current, leaving: false, direction }] : old
    }
    setLayers(now)
  }

  const fading = now.some(({ leaving }) => leaving)
  useEffect(() => {
    if (!fading) return
    const end = setTimeout(() => setLayers((all) => all.filter(({ leaving }) => !leaving)), modal.view)
    return () => clearTimeout(end)
  }, [fading, now])

  const idle = !shown && first && !fading
  useEffect(() => {
    if (!idle) return setReady(false)
    return whenIdle(() => startTransition(() => setReady(true)))
  }, [idle])
  return now
}

/** Whether a route is the view that most openings start with: Connect without a namespace. */
const beginsWith = (route: Route | undefined): boolean => route?.name === "Connect" && route.namespace === undefined

/**
 * Animates the card to the height of its view and footer, limited to the available room. An opened view starts at its
 * top. Heights are measured after layout, to avoid a second layout. The limit keeps the animation from reaching its end
 * early.
 */
const useHeight = (there: boolean, shown: boolean) => {
  const body = useRef<HTMLDivElement>(null)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const under = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, scroller, content, end] = [body.current, outer.current, inner.current, under.current]
    const card = box?.parentElement
    if (!there || !box || !scroller || !content || !end || !card?.parentElement) return
    let opens = shown
    // Uses layout sizes, because the page may scale an element that contains the modal.
    const heights = new Map<Element, number>()
    const heightOf = (one: Element) => heights.get(one) ?? 0
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) heights.set(target, borderBoxSize[0]?.blockSize ?? 0)
      const height = heightOf(content)
      // A closed dialog has no height, and would grow from 0 when it opens.
      if (!height) return
      if (opens) scroller.scrollTop = 0
      opens = false
      // Without animation the height is automatic. Setting it here would resize observed elements before the next
      // paint.
      if (getComputedStyle(box).transitionProperty === "none") return box.removeAttribute("style")
      const style = getComputedStyle(card)
      const most = Math.min(pixels(style.maxBlockSize), pixels(style.getPropertyValue("--po-most")))
      const room = most - card.offsetHeight + box.offsetHeight
      box.style.blockSize = `${Math.min(height + heightOf(end), room)}px`
    })
    for (const one of [content, end, card, card.parentElement]) observer.observe(one)
    return () => observer.disconnect()
  }, [there, shown])
  return { body, outer, inner, under }
}

/** Parses a length in px. Returns infinity if there is none. */
const pixels = (length: string): number => {
  const read = Number.parseFloat(length)
  return Number.isNaN(read) ? Number.POSITIVE_INFINITY : read
}

/**
 * Keeps the wallets under the pointer in place when the logins become known and differ from those expected: the card
 * keeps its edge next to the wallets, if there is room. If the pointer is elsewhere, the card stays centered.
 */
const useStanding = (
  place: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  there: boolean,
) => {
  const late = useSlice(project).logins.value === "late"
  const { ways } = useSlice(connectRows)()
  /** Last distances of the card from the window's edges, and the edge next to the wallets. */
  const before = useRef({ edge: "top", top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const box = place.current
    const card = box?.firstElementChild as HTMLElement | null | undefined
    if (!there || !box || !card) return
    let seen = 0
    const observer = new ResizeObserver(() => {
      // After a window resize the card returns to its normal position.
      if (late) seen++ && box.removeAttribute("style")
      // A closed dialog has no height.
      else if (box.clientHeight)
        before.current = {
          edge: ways.peek().methods[0] === "wallet" ? "top" : "bottom",
          top: card.offsetTop,
          bottom: box.clientHeight - card.offsetTop - card.offsetHeight,
        }
    })
    observer.observe(box)
    if (late) {
      const { edge, top, bottom } = before.current
      if (isNear(card)) box.style.setProperty(`--po-${edge}`, `${edge === "top" ? top : bottom}px`)
      // Keeps the end of the view visible while the card grows upward.
      if (edge === "bottom") scroller.current?.scrollTo(0, scroller.current.scrollHeight)
    } else observer.observe(card)
    return () => {
      observer.disconnect()
      box.removeAttribute("style")
    }
  }, [late, there])
}

/** Whether the visitor may be about to click in the card: the pointer is over it, or the device has no hover. */
const isNear = (card: HTMLElement): boolean =>
  card.matches(":hover") || card.ownerDocument.defaultView?.matchMedia("(hover: hover)").matches !== true

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
  transition: `block-size ${modal.height}ms var(--po-standard)`,
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
