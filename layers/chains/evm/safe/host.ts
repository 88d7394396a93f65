import SafeAppsSDK from "@safe-global/safe-apps-sdk"
import { InvalidInput } from "../../../../src/errors/index.ts"
import { isRecord } from "../../../../src/options/guards.ts"
import type { Connector } from "../../../../src/wallets/first-paint/model/connector.ts"
import { decodeSafeInfo, type SafeInfo } from "../../../../src/wallets/schema/safe.ts"
import type { PageWallets } from "../../pageWallets.ts"
import type { Eip1193 } from "../first-paint/eip6963.ts"
import { providerOf } from "./provider.ts"

/** Wallets of the page that frames this one: the Safe, once it has responded. */
export interface SafeHost extends PageWallets<Eip1193> {
  /** Whether the framing page is a Safe. Stays pending until that page responds. */
  readonly responded: Promise<boolean>
  readonly stop: () => void
}

/**
 * Requests the account of the Safe that frames this page. The framing page is a Safe only if it responds from `origin` with an account.
 * Ignores messages from other windows and origins, and those that are not responses.
 */
export const safeHost = (origin: string): SafeHost => {
  const off = new AbortController()
  const watchers = new Set<() => void>()
  const sdk = new SafeAppsSDK({ allowedDomains: [exactly(origin)] })
  listenOnly(sdk, origin, off.signal)
  const info = async (): Promise<SafeInfo> => {
    const decoded = decodeSafeInfo(await sdk.safe.getInfo())
    if (decoded instanceof InvalidInput) throw decoded
    return decoded
  }
  let here: Eip1193 | undefined
  const pending = info().then(
    () => {
      if (off.signal.aborted) return false
      here = providerOf(sdk, info)
      for (const watcher of [...watchers]) watcher()
      return true
    },
    () => false,
  )
  return {
    list: () => (here ? [connector] : []),
    find: (id) => (id === connector.id ? here : undefined),
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    responded: pending,
    stop: () => off.abort(),
  }
}

const connector: Connector = {
  id: "safe",
  name: "Safe",
  type: "EXTERNAL",
  chain: "eip155",
  imageId: "461db637-8616-43ce-035a-d89b8a1d5800",
  explorerId: "225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f",
}

const exactly = (origin: string) => new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)

/**
 * Restricts the library's message listener to possible responses of the host. By default the listener receives every message to the page,
 * throws if a message has no data, and is never removed.
 */
const listenOnly = (sdk: SafeAppsSDK, origin: string, signal: AbortSignal) => {
  const communicator: unknown = Reflect.get(sdk, "communicator")
  const onParentMessage: unknown = isRecord(communicator) ? communicator.onParentMessage : undefined
  if (typeof onParentMessage !== "function") return
  window.removeEventListener("message", onParentMessage as EventListener)
  window.addEventListener(
    "message",
    (event) => {
      if (event.source === window.parent && event.origin === origin && isResponse(event.data)) onParentMessage(event)
    },
    { signal },
  )
}

/** Whether a message may be a response. Works without Schema, because it only filters what the library reads. */
const isResponse = (data: unknown) =>
  isRecord(data) && typeof data.id === "string" && typeof data.success === "boolean" && typeof data.version === "string"
