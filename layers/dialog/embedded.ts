import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialog } from "../../services/Dialog.ts"
import { modal } from "../../src/domain/limits.ts"

/** A box in the site's own element, which the site has placed: it is always there, so it is neither shown nor closed. */
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
      region.append(views, frame)
      root.append(region)
      yield* Effect.addFinalizer(() => Effect.sync(() => region.remove()))

      return {
        slots: { root, views, frame },
        show: Effect.void,
        close: Effect.void,
        demote: () => Effect.void,
        refuse: Effect.gen(function* () {
          region.dataset.refused = ""
          yield* Effect.sleep(modal.shake)
          delete region.dataset.refused
        }),
        leaving: () => Effect.void,
      }
    }),
  )
