import { VERSION } from "@coinbase/wallet-sdk/dist/sdk-info.js"
import { InternalRpcError, UserRejectedRequestError } from "../../../../src/errors/rpc.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import { crossOriginIsolation, isCrossOriginIsolated } from "../../../shared/crossOriginIsolation.ts"
import { coinbaseWindow } from "../../limits.ts"

/** A message between the page and Coinbase's window. */
export type Message = Readonly<Record<string, unknown>>

/** Address of Coinbase's window and the data sent to it. */
export interface WindowOptions {
  /** Origin of Coinbase's page. */
  readonly host: string
  /** Returns the window that the visitor's click opened, if it is still open. */
  readonly opened: () => Window | null | undefined
  readonly app: object
  readonly preference: object
}

/**
 * Creates the interface to Coinbase's window that Coinbase's library expects. Accepts messages only from that window and its origin.
 * Requests reject with UserRejectedRequestError when the window closes, and with InternalRpcError if it is blocked or isolated from the
 * page.
 */
export const windowOf = ({ host, opened, app, preference }: WindowOptions) => {
  const { origin } = new URL(host)
  const waiting = new Set<{ readonly accept: (message: Message) => boolean; readonly end: (error: Error) => void }>()
  let popup: Window | undefined
  let watch: ReturnType<typeof setInterval> | undefined

  // Works without Schema, because each waiter checks the messages for which it waits.
  const listener = (event: MessageEvent) => {
    if (event.source !== popup || event.origin !== origin || !isRecord(event.data)) return
    if (event.data.event === "PopupUnload") return disconnect()
    for (const waiter of [...waiting]) if (waiter.accept(event.data)) waiting.delete(waiter)
  }
  const onMessage = (wanted: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve, reject) => {
      const accept = (message: Message) => {
        if (!wanted(message)) return false
        resolve(message)
        return true
      }
      waiting.add({ accept, end: reject })
    })
  const disconnect = (error: Error = new UserRejectedRequestError("The window was closed")) => {
    window.removeEventListener("message", listener)
    clearInterval(watch)
    popup?.close()
    popup = undefined
    const all = [...waiting]
    waiting.clear()
    for (const { end } of all) end(error)
  }
  const post = (message: Message) => popup?.postMessage(message, origin)

  const waitForPopupLoaded = async (): Promise<Window> => {
    if (popup && !popup.closed) {
      popup.focus()
      return popup
    }
    // The visitor has just closed the window before this one, which no check has noticed yet.
    if (popup) disconnect()
    const next = opened() ?? window.open("", "_blank", coinbaseWindow.features)
    if (!next || next.closed) throw new InternalRpcError("The browser blocked the window")
    popup = next
    window.addEventListener("message", listener)
    // No event reports that a window of another origin was closed.
    watch = setInterval(() => {
      if (!next.closed) return
      clearInterval(watch)
      isCrossOriginIsolated().then(
        (isIsolated) =>
          popup === next && disconnect(isIsolated ? new InternalRpcError(crossOriginIsolation) : undefined),
      )
    }, coinbaseWindow.closedCheck)
    const loaded = onMessage(({ event }) => event === "PopupLoaded")
    next.location.href = addressOf(host)
    const { id } = await loaded
    post({
      requestId: id,
      data: { version: VERSION, metadata: app, preference, location: `${location.origin}${location.pathname}` },
    })
    return next
  }
  const postRequestAndWaitForResponse = async (request: Message): Promise<Message> => {
    await waitForPopupLoaded()
    const response = onMessage(({ requestId }) => requestId === request.id)
    post(request)
    return response
  }
  return { waitForPopupLoaded, postRequestAndWaitForResponse, onMessage, disconnect }
}

/** Returns the URL of the window's page, with the parameters that Coinbase's library would set. */
const addressOf = (host: string): string => {
  const url = new URL(`${host}/connect`)
  url.searchParams.set("sdkName", "@coinbase/wallet-sdk")
  url.searchParams.set("sdkVersion", VERSION)
  url.searchParams.set("origin", location.origin)
  return url.href
}
