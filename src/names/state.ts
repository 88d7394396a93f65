import { signal } from "@preact/signals-core"
import { forgetWithOwner } from "../account/state/owner.ts"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import type { NameRecord, NameSuggestion } from "./model.ts"

/** Names at the provider's name service: suggestions, the registration, and the names of the active account. */
export const names = slice((instance) => {
  const suggestions = signal<Loadable<readonly NameSuggestion[]>>(idle)
  /** Progress of the registration. The value is the full name, with its suffix. */
  const registering = signal<Loadable<string>>(idle)
  const owned = signal<Loadable<{ readonly of: string; readonly records: readonly NameRecord[] }>>(idle)
  forgetWithOwner(instance, () => {
    suggestions.value = idle
    owned.value = idle
  })
  instance.snapshotParts.set("names", () => ({
    names: {
      suggestions: suggestions.value.status === "loaded" ? suggestions.value.value : [],
      records: owned.value.status === "loaded" ? owned.value.value.records : [],
      loading: registering.value.status === "loading",
    },
  }))
  return { suggestions, registering, owned }
})
