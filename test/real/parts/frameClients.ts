import { W3mFrameProvider } from "@reown/appkit-wallet"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as browser from "../../../layers/browser/window.ts"
import * as dialog from "../../../layers/dialog/native.ts"
import * as iframe from "../../../layers/frame/iframe.ts"
import * as local from "../../../layers/storage/local.ts"
import { Dialog } from "../../../services/Dialog.ts"
import { Frame, type FrameChange } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { mainnet } from "../../../src/options/networks.ts"

// In the page: AppKit's frame client and Portico's, behind the same interface.

/** Calls that both clients support. A failure is its message after "failed: ". */
interface Client {
  readonly connectEmail: (email: string) => Promise<unknown>
  readonly connectOtp: (otp: string) => Promise<unknown>
  readonly getUser: () => Promise<unknown>
  readonly request: (method: string, params: unknown) => Promise<unknown>
  readonly networks: () => Promise<unknown>
  readonly switchNetwork: (chainId: number) => Promise<unknown>
  readonly theme: (themeMode: string) => Promise<unknown>
  readonly signOut: () => Promise<unknown>
}

interface Setting {
  readonly secureSite: string
  readonly node: string
}

declare global {
  interface Window {
    theirs: (setting: Setting) => Client
    ours: (setting: Setting) => Client & {
      readonly ask: (name: string, input: unknown) => Promise<unknown>
      readonly kept: () => Promise<unknown>
      readonly show: (on: boolean) => Promise<void>
      readonly abort: () => Promise<void>
      readonly changes: FrameChange[]
    }
    client: ReturnType<Window["ours"]>
  }
}

const metadata = { name: "Fernhill", description: "Seeds", url: location.origin, icons: [] }
const [projectId, sdkType, sdkVersion] = ["fernhill", "appkit", "html-portico-0"] as const
const network = (node: string) => ({ ...mainnet, rpcUrls: { default: { http: [node] } } })

window.theirs = ({ node }) => {
  const one = network(node)
  const provider = new W3mFrameProvider({
    projectId,
    chainId: one.caipNetworkId,
    enableLogger: false,
    abortController: new AbortController(),
    getActiveCaipNetwork: () => one as never,
    getCaipNetworks: () => [one] as never,
  } as never)
  const said = (answer: Promise<unknown>) => answer.catch((failure: Error) => `failed: ${failure.message}`)
  let synced = false
  return {
    connectEmail: async (email) => {
      const answer = said(provider.connectEmail({ email }))
      if (!synced) {
        synced = true
        await provider.syncDappData({ metadata, projectId, sdkType, sdkVersion } as never)
        await provider.syncTheme(look as never)
      }
      return answer
    },
    connectOtp: (otp) => said(provider.connectOtp({ otp })),
    getUser: () => said(provider.connect({ chainId: 1 })),
    request: (method, params) => said(provider.request({ method, params } as never)),
    networks: () => said(provider.getSmartAccountEnabledNetworks()),
    switchNetwork: (chainId) => said(provider.switchNetwork({ chainId })),
    theme: (themeMode) => said(provider.syncTheme({ themeMode } as never)),
    signOut: () => said(provider.disconnect()),
  }
}

/** Theme that Portico's client sends for dark mode without variables. */
const look = {
  themeMode: "dark",
  themeVariables: {},
  w3mThemeVariables: { "--w3m-accent": "hsla(230, 100%, 67%, 1)", "--w3m-background": "#202020" },
}

window.ours = ({ secureSite, node }) => {
  const host = document.createElement("portico-modal")
  const one = network(node)
  const layer = iframe.layer({
    on: true,
    projectId,
    sdkType,
    sdkVersion,
    secureSite,
    blockchainHost: node,
    customRpcUrls: {},
    metadata,
    embedded: false,
    now: {
      network: () => one,
      networks: () => [one],
      authenticates: () => false,
      unlisted: () => false,
      theme: (tell) => {
        tell({ mode: "dark", variables: {} })
        return () => {}
      },
    },
  })
  const page = Layer.mergeAll(
    browser.layer("default"),
    dialog.layer(() => host, true),
    local.layer("portico:default:"),
  )
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, page))
  const said = (answer: Effect.Effect<unknown, Error, Frame | Dialog>) =>
    runtime.runPromise(Effect.catch(answer, (failure) => Effect.succeed(`failed: ${failure.message}`)))
  const rows = new Map(
    Object.values(events).flatMap((row) =>
      typeof row === "object" && "response" in row ? [[row.name, row] as const] : [],
    ),
  )
  const ask = (name: string, input: unknown) =>
    said(Effect.flatMap(Frame, (frame) => frame.request(rows.get(name) as events.FrameEvent<unknown, unknown>, input)))
  const changes: FrameChange[] = []
  void runtime.runPromise(
    Effect.scoped(
      Effect.andThen(
        Effect.flatMap(Frame, (frame) => frame.watch((change) => changes.push(change))),
        Effect.never,
      ),
    ),
  )
  return {
    connectEmail: (email) => ask("CONNECT_EMAIL", { email }),
    connectOtp: (otp) => ask("CONNECT_OTP", { otp }),
    getUser: () => ask("GET_USER", { chainId: 1 }),
    request: (method, params) => ask("RPC_REQUEST", { method, params, chainNamespace: "eip155", chainId: 1 }),
    networks: () => ask("GET_SMART_ACCOUNT_ENABLED_NETWORKS", undefined),
    switchNetwork: (chainId) => ask("SWITCH_NETWORK", { chainId }),
    theme: (themeMode) => ask("SYNC_THEME", { themeMode }),
    signOut: () => ask("SIGN_OUT", undefined),
    ask,
    kept: () => said(Effect.flatMap(Frame, ({ persistedLogin }) => persistedLogin)),
    show: (on) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const dialog = yield* Dialog
          const { show } = yield* Frame
          yield* on ? dialog.show : dialog.close
          yield* show(on ? dialog.slots?.views : undefined)
        }),
      ),
    abort: () => runtime.runPromise(Effect.flatMap(Frame, ({ abortApprovals }) => abortApprovals)),
    changes,
  }
}
