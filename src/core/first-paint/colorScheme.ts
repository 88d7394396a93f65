import { computed, type ReadonlySignal, signal } from "@preact/signals-core"
import type { ModalContext } from "../../stub/context.ts"

/** Returns a signal of the color scheme in effect: the site's choice, or the visitor's system setting if the choice is `system`. */
export const colorSchemeOf = ({
  core,
  element,
}: Pick<ModalContext, "core" | "element">): ReadonlySignal<"dark" | "light"> => {
  const query = element().ownerDocument.defaultView?.matchMedia("(prefers-color-scheme: light)")
  const update = () => {
    light.value = query?.matches === true
  }
  const light = signal(query?.matches === true, {
    watched: () => query?.addEventListener("change", update),
    unwatched: () => query?.removeEventListener("change", update),
  })
  return computed(() => {
    const mode = core.themeMode.value
    if (mode !== "system") return mode
    return light.value ? "light" : "dark"
  })
}
