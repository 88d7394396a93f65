import { memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react"
import { directionOf } from "../../src/domain/direction.ts"
import { modal } from "../../src/domain/limits.ts"
import type { Route } from "../../src/domain/route.ts"
import { report } from "../near.ts"
import { viewOf } from "../routes.tsx"
import { base } from "../styles/base.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { CurrentContext, ScrollerContext, useModal } from "../useModal.ts"
import { Boundary } from "./Boundary.tsx"
import { Broken } from "./Broken.tsx"
import { card, dialogStyles, scrim } from "./dialog.ts"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { Messages } from "./Messages.tsx"
import { Notices } from "./Notices.tsx"
import { useEdges } from "./useEdges.ts"

/** The card: header, the view of the route, footer; messages over it. Empty while the modal is closed. */
export function Shell() {
  dialogStyles()
  const { core, options, run } = useModal()
  const shown = options.enableEmbedded || core.open.value
  const layers = useLayers(shown ? core.route.value : undefined)
  const current = layers.find(({ leaving }) => !leaving)
  const frame = current ?? layers[0]
  const { outer, inner } = useHeight(frame !== undefined)
  const { above, below } = useEdges(outer, inner, frame !== undefined)
  if (!frame) return <div className={base()} lang={core.locale.value} />

  return (
    <div className={base()} lang={core.locale.value} dir={directionOf(core.locale.value)}>
      <div className={scrim({ embedded: options.enableEmbedded })} data-scrim="">
        <div className={card({ embedded: options.enableEmbedded })}>
          <Notices>
            <Messages />
          </Notices>
          <Header route={frame.route} scrolled={above} />
          <div ref={outer} className={clip({ below })}>
            <div ref={inner} className={stage()}>
              {layers.map(({ route, key, leaving, direction }) => (
                <div
                  key={key}
                  className={layer({ leaving, direction: leaving ? undefined : direction })}
                  inert={leaving}
                  {...(leaving ? {} : { "data-view": route.name })}
                >
                  <CurrentContext.Provider value={!leaving}>
                    <ScrollerContext.Provider value={outer}>
                      <Boundary instead={(again) => <Broken again={again} />} report={(bug) => run(report(bug))}>
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
          <Footer route={frame.route} />
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
  readonly key: number
  readonly leaving: boolean
  readonly direction: "forward" | "backward" | "none"
}

/** The view of the route, and the one before it for as long as it takes to fade. */
const useLayers = (route: Route | undefined): readonly Layer[] => {
  const { core } = useModal()
  const [layers, setLayers] = useState<readonly Layer[]>([])
  const depth = useRef(0)
  const next = useRef(0)
  const top = layers.find(({ leaving }) => !leaving)
  let now = layers
  if (top?.route !== route) {
    const deeper = core.stack.peek().length
    const direction = !top ? "none" : deeper >= depth.current ? "forward" : "backward"
    depth.current = deeper
    const old = top ? [{ ...top, leaving: true }] : []
    if (route) next.current += 1
    now = route ? [...old, { route, key: next.current, leaving: false, direction }] : old
    setLayers(now)
  }

  const fading = now.some(({ leaving }) => leaving)
  useEffect(() => {
    if (!fading) return
    const end = setTimeout(() => setLayers((all) => all.filter(({ leaving }) => !leaving)), modal.view)
    return () => clearTimeout(end)
  }, [fading, now])
  return now
}

/** The card takes the height of its view, and moves there. It is told the height when it is laid out: to ask would lay it out twice. */
const useHeight = (there: boolean) => {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, content] = [outer.current, inner.current]
    if (!there || !box || !content) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      // A closed dialog has none, and would grow from there when it opens.
      if (height) box.style.blockSize = `${height}px`
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [there])
  return { outer, inner }
}

const leave = keyframes({ to: { opacity: 0 } })
const forward = keyframes({ from: { opacity: 0, transform: "translateX(calc(8px * var(--po-dir)))" } })
const backward = keyframes({ from: { opacity: 0, transform: "translateX(calc(-8px * var(--po-dir)))" } })

const clip = css({
  flex: "0 1 auto",
  minBlockSize: 0,
  overflowX: "clip",
  overflowY: "auto",
  overscrollBehavior: "contain",
  scrollbarWidth: "thin",
  // What gets the focus is not left under the fade.
  scrollPaddingBlock: "8px 48px",
  transition: `block-size ${modal.height}ms var(--po-standard)`,
  borderEndStartRadius: "inherit",
  borderEndEndRadius: "inherit",
  "@still": { transition: "none" },
  variants: { below: { true: { maskImage: "linear-gradient(to top, transparent, #000 48px)" } } },
})

const stage = css({ position: "relative" })

const layer = css({
  "@still": { animation: "none !important" },
  variants: {
    leaving: {
      true: {
        position: "absolute",
        insetBlockStart: 0,
        insetInline: 0,
        animation: `${leave} 60ms linear forwards`,
        pointerEvents: "none",
      },
    },
    direction: {
      none: {},
      forward: { animation: `${forward} 90ms 60ms var(--po-out) backwards` },
      backward: { animation: `${backward} 90ms 60ms var(--po-out) backwards` },
    },
  },
})
