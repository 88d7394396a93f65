import { computed, type ReadonlySignal, signal } from "@preact/signals-core"
import type { Instance } from "./instance.ts"

/** The theme that is drawn: the one that the site asks for, or with `system` the one that the visitor's own system has, as that changes. */
export const schemeOf = ({ core, element }: Pick<Instance, "core" | "element">): ReadonlySignal<"dark" | "light"> => {
  const query = element().ownerDocument.defaultView?.matchMedia("(prefers-color-scheme: light)")
  const tell = () => {
    light.value = query?.matches === true
  }
  const light = signal(query?.matches === true, {
    watched: () => query?.addEventListener("change", tell),
    unwatched: () => query?.removeEventListener("change", tell),
  })
  return computed(() => {
    const asked = core.themeMode.value
    if (asked !== "system") return asked
    return light.value ? "light" : "dark"
  })
}
