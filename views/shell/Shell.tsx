import { memo, type RefObject, Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react"
import { directionOf } from "../../src/domain/direction.ts"
import { spokenIn } from "../../src/domain/language.ts"
import { modal } from "../../src/domain/openingLimits.ts"
import type { Route } from "../../src/domain/route.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { project } from "../../src/state/project.ts"
import { viewOf } from "../routes.tsx"
import { base } from "../styles/base.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { CurrentContext, ScrollerContext, useModal, useSlice } from "../useModal.ts"
import { Boundary } from "./Boundary.tsx"
import { Broken } from "./Broken.tsx"
import { card, dialogStyles, scrim } from "./dialog.ts"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { Messages } from "./Messages.tsx"
import { Notices } from "./Notices.tsx"
import { useEdges } from "./useEdges.ts"
import { useSheet } from "./useSheet.ts"

/** The card: header, the view of the route, footer; messages over it. While the modal is closed it holds what opens next. */
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
  const { above, below } = useEdges(body, outer, inner, there)
  const sheet = useSheet(shown && there)
  const lang = spokenIn(core.locale.value, core.language.value, Object.keys(options.messages).length > 0)
  if (!frame) return <div className={base()} lang={lang} />

  return (
    <div className={base()} lang={lang} dir={directionOf(core.locale.value)}>
      <div ref={scrimRef} className={scrim({ embedded: options.enableEmbedded })} data-scrim="">
        <div ref={sheet} className={card({ embedded: options.enableEmbedded })}>
          <Header route={frame.route} scrolled={above} />
          <Notices>
            <Messages />
          </Notices>
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
                        <Boundary instead={(again) => <Broken again={again} />}>
                          <Suspense fallback={null}>
                            <View route={route} />
                          </Suspense>
                        </Boundary>
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
        </div>
      </div>
    </div>
  )
}

/** Its own route is all that it is called again for. */
const View = memo(({ route }: { readonly route: Route }) => {
  const { component: Component } = viewOf(route)
  return <Component {...(route as object)} />
})

interface Layer {
  readonly route: Route
  /** The place in the stack that it stands for, where an equal one has taken the place of its own. */
  readonly of: Route
  readonly key: number
  readonly leaving: boolean
  readonly direction: "forward" | "backward" | "none"
}

/**
 * The view of the route, and the one before it for as long as it takes to fade. What most openings begin with stays while the modal
 * is closed, or is drawn as soon as there is time: then an opening has only to show it.
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
      // A view that only waited goes as it was: unseen.
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

/** Whether most openings begin with this view: Connect for any namespace. */
const beginsWith = (route: Route | undefined): boolean => route?.name === "Connect" && route.namespace === undefined

/**
 * The card takes the height of its view and what stands under that, as far as there is room, and moves there; it opens at its view's top. It
 * is measured once it is laid out: sooner would lay it out twice. A height that it has no room for would be reached in the first moment.
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
    // As they are laid out: a page may draw what is in it smaller.
    const heights = new Map<Element, number>()
    const heightOf = (one: Element) => heights.get(one) ?? 0
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) heights.set(target, borderBoxSize[0]?.blockSize ?? 0)
      const height = heightOf(content)
      // A closed dialog has none, and would grow from there when it opens.
      if (!height) return
      if (opens) scroller.scrollTop = 0
      opens = false
      // Where nothing moves it has its own height: one written here would change what is observed before the page is drawn.
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

/** A length; without bounds where there is none. */
const pixels = (length: string): number => {
  const read = Number.parseFloat(length)
  return Number.isNaN(read) ? Number.POSITIVE_INFINITY : read
}

/**
 * When the logins become known and are not those that were expected, the card keeps the edge beside the wallets, if there is room: the
 * wallets, which a visitor may be about to press, do not move. While the pointer is elsewhere it keeps its middle.
 */
const useStanding = (
  place: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  there: boolean,
) => {
  const late = useSlice(project).logins.value === "late"
  const { ways } = useSlice(connectRows)()
  /** Distances of its last position from the edges of the window, and the edge beside the wallets. */
  const before = useRef({ edge: "top", top: 0, bottom: 0 })
  useLayoutEffect(() => {
    const box = place.current
    const card = box?.firstElementChild as HTMLElement | null | undefined
    if (!there || !box || !card) return
    let seen = 0
    const observer = new ResizeObserver(() => {
      // In a window of another size the card has its usual place.
      if (late) seen++ && box.removeAttribute("style")
      // A closed dialog has none.
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
      // The end of the view stays in sight while the card grows upward.
      if (edge === "bottom") scroller.current?.scrollTo(0, scroller.current.scrollHeight)
    } else observer.observe(card)
    return () => {
      observer.disconnect()
      box.removeAttribute("style")
    }
  }, [late, there])
}

/** Whether a visitor may be about to press what is in the card: the pointer is on it, or it is a finger. */
const isNear = (card: HTMLElement): boolean =>
  card.matches(":hover") || card.ownerDocument.defaultView?.matchMedia("(hover: hover)").matches !== true

const leave = keyframes({ to: { opacity: 0 } })
const forward = keyframes({ from: { opacity: 0, transform: "translateX(calc(8px * var(--po-dir)))" } })
const backward = keyframes({ from: { opacity: 0, transform: "translateX(calc(-8px * var(--po-dir)))" } })

const rounded = { borderEndStartRadius: "inherit", borderEndEndRadius: "inherit" } as const

/** The view and what stands under it, in one height that moves. */
const shared = css({
  ...rounded,
  minBlockSize: 0,
  display: "flex",
  flexDirection: "column",
  transition: `block-size ${modal.height}ms var(--po-standard)`,
  "@still": { transition: "none" },
  // Until it has been measured.
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
  // What gets the focus is not left under the fade.
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
      },
    },
    direction: {
      none: {},
      forward: { animation: `${forward} 90ms 60ms var(--po-out) backwards` },
      backward: { animation: `${backward} 90ms 60ms var(--po-out) backwards` },
    },
  },
})
