import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialog } from "../../services/Dialog.ts"
import { modal } from "../../src/core/first-paint/limits.ts"

/**
 * Dialog backed by a section in an element of the site. It is always visible, so only `shake` has an effect. The secure frame is in the
 * page's body, so the frame is neither reloaded when the element moves nor clipped by the site's containers.
 */
export const layer = (host: () => HTMLElement): Layer.Layer<Dialog> =>
  Layer.effect(
    Dialog,
    Effect.gen(function* () {
      const element = host()
      const page = element.ownerDocument
      const root = element.shadowRoot ?? element.attachShadow({ mode: "open" })
      const region = page.createElement("section")
      region.setAttribute("aria-labelledby", "portico-title")
      const views = page.createElement("div")
      views.dataset.slot = "views"
      const frame = page.createElement("div")
      frame.dataset.slot = "frame"
      // The default z-index of Portico's dialog outside the top layer.
      Object.assign(frame.style, { position: "fixed", inset: "0 auto auto 0", zIndex: "2147483646" })
      region.append(views)
      root.append(region)
      page.body.append(frame)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          region.remove()
          frame.remove()
        }),
      )

      return {
        slots: { root, views, frame },
        show: Effect.void,
        close: Effect.void,
        demote: () => Effect.void,
        shake: Effect.gen(function* () {
          region.dataset.refused = ""
          yield* Effect.sleep(modal.shake)
          delete region.dataset.refused
        }),
        onCloseRequest: () => Effect.void,
      }
    }),
  )
