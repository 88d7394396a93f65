import type { Page } from "@playwright/test"

/** Tracks what the page keeps alive: listeners on targets outside the modal, timers, frames, sockets, channels. */
export const account = (page: Page) =>
  page.addInitScript(() => {
    const held = new Map<string, Set<unknown>>(
      ["timers", "frames", "WebSocket", "BroadcastChannel", "ResizeObserver", "MutationObserver"].map((kind) => [
        kind,
        new Set(),
      ]),
    )
    const note = (kind: string, key: unknown) => void held.get(kind)?.add(key)
    const strike = (kind: string, key: unknown) => void held.get(kind)?.delete(key)

    const names = new Map<EventTarget, string>([
      [window, "window"],
      [document, "document"],
    ])
    const targets: { readonly target: WeakRef<EventTarget>; readonly key: string; readonly listener: unknown }[] = []
    const keyOf = (type: string, options: unknown) =>
      `${type} ${typeof options === "object" ? Boolean((options as AddEventListenerOptions)?.capture) : Boolean(options)}`
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const remove = (target: EventTarget, key: string, listener: unknown) => {
      const at = targets.findIndex(
        (one) => one.target.deref() === target && one.key === key && one.listener === listener,
      )
      if (at >= 0) targets.splice(at, 1)
    }
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const key = keyOf(type, options)
      const signal = typeof options === "object" ? options?.signal : undefined
      const once = typeof options === "object" && options?.once
      // An already aborted signal adds no listener.
      if (listener && !once && !signal?.aborted && !(this instanceof AbortSignal)) {
        remove(this, key, listener)
        targets.push({ target: new WeakRef(this), key, listener })
        if (signal) addEventListener.call(signal, "abort", () => remove(this, key, listener))
      }
      addEventListener.call(this, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      remove(this, keyOf(type, options), listener)
      removeEventListener.call(this, type, listener, options)
    }

    const { setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window
    Object.assign(window, {
      requestAnimationFrame: (run: FrameRequestCallback) => {
        const id = requestAnimationFrame((time) => {
          strike("frames", id)
          run(time)
        })
        note("frames", id)
        return id
      },
      cancelAnimationFrame: (id: number) => {
        strike("frames", id)
        cancelAnimationFrame(id)
      },
      setTimeout: (run: () => void, time?: number, ...rest: unknown[]) => {
        const id = setTimeout(
          (...given: unknown[]) => {
            strike("timers", id)
            ;(run as (...given: unknown[]) => void)(...given)
          },
          time,
          ...rest,
        )
        note("timers", id)
        return id
      },
      clearTimeout: (id: number) => {
        strike("timers", id)
        clearTimeout(id)
      },
      setInterval: (run: () => void, time?: number) => {
        const id = setInterval(run, time)
        note("timers", id)
        return id
      },
      clearInterval: (id: number) => {
        strike("timers", id)
        clearInterval(id)
      },
    })

    for (const name of [
      "WebSocket",
      "BroadcastChannel",
      "ResizeObserver",
      "MutationObserver",
      "IntersectionObserver",
    ] as const) {
      const Original = window[name] as unknown as new (...given: unknown[]) => object
      Object.assign(window, {
        [name]: class extends Original {
          constructor(...given: unknown[]) {
            super(...given)
            if (name === "WebSocket" || name === "BroadcastChannel") note(name, this)
          }
          close(...given: unknown[]) {
            strike(name, this)
            ;(Original.prototype as { close?: (...given: unknown[]) => void }).close?.apply(this, given)
          }
          observe(...given: unknown[]) {
            note(name, this)
            ;(Original.prototype as { observe?: (...given: unknown[]) => void }).observe?.apply(this, given)
          }
          disconnect() {
            strike(name, this)
            ;(Original.prototype as { disconnect?: () => void }).disconnect?.apply(this)
          }
        },
      })
    }

    Object.assign(window, {
      held: () => ({
        listeners: targets.flatMap(({ target, key }) => {
          const element = target.deref()
          // A removed node takes its listeners with it.
          if (!element || (element instanceof Node && !element.isConnected)) return []
          return [`${names.get(element) ?? element.constructor.name} ${key}`]
        }),
        ...Object.fromEntries([...held].map(([kind, keys]) => [kind, keys.size])),
      }),
    })
  })

/** Everything the page keeps alive now. */
export const held = (page: Page) =>
  page.evaluate(() => (window as unknown as { held: () => { readonly listeners: readonly string[] } }).held())
