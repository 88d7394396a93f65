/** Resources the page holds open, counted from when `ledger` is called. */
export interface Ledger {
  open(): { readonly timers: number; readonly sockets: number; readonly channels: number }
}

/** Starts counting timers and sockets, and divides every wait by `haste`, so a test can await many waits. */
export const ledger = (haste: number): Ledger => {
  const timers = new Set<unknown>()
  const [later, never] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const timer = (run: TimerHandler, wait = 0, ...rest: unknown[]) => {
    const id = later(() => {
      timers.delete(id)
      if (typeof run === "function") run(...rest)
    }, wait / haste)
    timers.add(id)
    return id
  }
  const cancel = (id: number | undefined) => {
    timers.delete(id)
    never(id)
  }
  const [every, stop] = [window.setInterval.bind(window), window.clearInterval.bind(window)]
  const interval = (run: TimerHandler, wait = 0, ...rest: unknown[]) => {
    const id = every(run, wait / haste, ...rest)
    timers.add(id)
    return id
  }
  Object.assign(window, {
    setTimeout: timer,
    clearTimeout: cancel,
    setInterval: interval,
    clearInterval: (id: number | undefined) => {
      timers.delete(id)
      stop(id)
    },
  })

  const channels = new Set<BroadcastChannel>()
  const sockets = new Set<WebSocket>()
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
    override close() {
      channels.delete(this)
      super.close()
    }
  }
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.add(this)
    }
  }
  return {
    open: () => ({
      timers: timers.size,
      sockets: [...sockets].filter(({ readyState }) => readyState < WebSocket.CLOSING).length,
      channels: channels.size,
    }),
  }
}
