import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { base, createModal, mainnet } from "portico"
import { defineElements } from "portico/elements"
import { demo } from "portico/layers"
import { Storage, Telemetry } from "portico/services"

/** Telemetry that writes events on the page instead of sending them. */
const onThePage = Layer.succeed(Telemetry, {
  track: ({ event }) =>
    Effect.sync(() => {
      const item = document.createElement("li")
      item.textContent = event
      document.querySelector("ol")?.append(item)
    }),
  report: (error) => Effect.sync(() => console.error(error)),
  allow: () => Effect.void,
  refused: Effect.never,
})

/** Storage in memory, lost with the page. */
const kept = new Map<string, string>()
const forgetful = Layer.succeed(Storage, {
  read: (key) => Effect.sync(() => kept.get(key)),
  write: (key, value) => Effect.sync(() => void kept.set(key, value)),
  remove: (key) => Effect.sync(() => void kept.delete(key)),
})

const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  layers: { ...demo(), storage: forgetful, telemetry: onThePage },
})
defineElements(modal)
