import * as cipher from "@coinbase/wallet-sdk/dist/util/cipher.js"
import * as Effect from "effect/Effect"
import { privateKeyToAccount } from "viem/accounts"
import * as registry from "../../../layers/chains/registry.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { mainnet, polygon } from "../../../src/options/networks.ts"
import { type Steps, type Visit, visited } from "../../fixtures/visits.ts"
import { outputsOf } from "../outputs.ts"
import { postToPage } from "./windows.ts"
// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/chains/evm/coinbase/signer.ts"

/** A message from the page to its window, or from the window to the page. */
export type Message = Readonly<Record<string, unknown>>

/** Replaces the window's honest messages: plain ones and sealed ones. */
export interface Lie {
  readonly message: (honest: Message) => unknown
  readonly sealed: (honest: Message) => unknown
}

/** A window with Coinbase's page. */
export interface CoinbaseWindow {
  readonly window: Window
  /** The URL it was navigated to. */
  readonly led: readonly string[]
  /** Pending requests. */
  readonly waiting: readonly Message[]
  /** Posts a message to the page, from its own origin by default. */
  readonly say: (message: unknown, from?: string) => void
  /** Responds to the pending requests as its user decides, then closes. */
  readonly approves: () => Promise<void>
  readonly leaves: () => void
}

/** A visit with such windows. */
export interface CoinbaseVisit extends Visit {
  /** The windows that were opened, oldest first. */
  readonly windows: readonly CoinbaseWindow[]
  /** Methods for which the user was prompted. */
  readonly asked: readonly string[]
  /** Whether the user approves at once. */
  readonly holder: (is: "quick" | "slow") => void
  readonly lies: (lie: Lie | undefined) => void
  readonly outputs: ReturnType<typeof outputsOf>
}

export const host = "https://keys.example"
export const holder = privateKeyToAccount(`0x${"1".repeat(64)}`)

/** Visits a page that connects to Coinbase Wallet in its window. */
export const whenCoinbase = (recorded: boolean, steps: (visit: CoinbaseVisit) => Steps): Effect.Effect<void, unknown> =>
  Effect.suspend(() => {
    const outputs = outputsOf(recorded)
    const page = coinbasePage()
    const { open } = window
    localStorage.clear()
    window.open = page.open
    const chains = registry.layer({ networks: () => networks, coinbase: { host, metadata: { name: "Site" } } })
    const setting = {
      script: { tick: 0 },
      options: { networks: [...networks] },
      layers: { ...outputs.layers, chains },
    }
    return Effect.ensuring(
      visited(setting, (visit) => steps({ ...visit, ...page, outputs })),
      Effect.sync(() => {
        window.open = open
        localStorage.clear()
      }),
    )
  })

const networks = [mainnet, polygon] as const

const coinbasePage = () => {
  const windows: CoinbaseWindow[] = []
  const asked: string[] = []
  let lie: Lie | undefined
  let pace: "quick" | "slow" = "quick"
  const keys = cipher.generateKeyPair()

  const answerTo = async ({ content, sender, id }: Message): Promise<Message> => {
    const { publicKey, privateKey } = await keys
    const secret = await cipher.deriveSharedSecret(
      privateKey,
      await cipher.importKeyFromHexString("public", `${sender}`),
    )
    const { handshake, encrypted } = content as Content
    const { method, params } = handshake ?? ((await cipher.decryptContent(encrypted, secret)) as Action).action
    asked.push(method)
    const value =
      method === "personal_sign" ? await holder.signMessage({ message: { raw: params[0] } }) : [holder.address]
    const honest = {
      result: { value },
      data: { chains: { 1: "https://node.example/1", 137: "https://node.example/137" } },
    }
    return {
      id: crypto.randomUUID(),
      requestId: id,
      sender: await cipher.exportKeyToHexString("public", publicKey),
      content: { encrypted: await cipher.encryptContent((lie ? lie.sealed(honest) : honest) as typeof honest, secret) },
      timestamp: new Date(),
    }
  }

  const open = (): Window => {
    const led: string[] = []
    const waiting: Message[] = []
    const say = (message: unknown, from = host) => postToPage(message, from, opened)
    const reply = (honest: Message) => say(lie ? lie.message(honest) : honest)
    const leaves = () => say({ event: "PopupUnload" })
    const approves = async () => {
      for (const request of waiting.splice(0)) reply(await answerTo(request))
      leaves()
    }
    const opened = {
      closed: false,
      close: () => {
        opened.closed = true
      },
      focus: () => {},
      location: {
        set href(to: string) {
          led.push(to)
          say({ event: "PopupLoaded", id: crypto.randomUUID() })
        },
      },
      postMessage: (message: unknown, target: string) => {
        if (target !== host || !isRecord(message)) throw new Error(`Posted to ${target}`)
        if (message.event === "selectSignerType") return reply({ requestId: message.id, data: "scw" })
        if (!isRecord(message.content)) return
        waiting.push(message)
        // A request can only be pending after an account is connected.
        if (pace === "quick") void approves()
      },
    }
    windows.push({ window: opened as unknown as Window, led, waiting, say, approves, leaves })
    return opened as unknown as Window
  }

  return {
    windows,
    asked,
    open,
    holder: (is: typeof pace) => {
      pace = is
    },
    lies: (next: Lie | undefined) => {
      lie = next
    },
  }
}

interface Request {
  readonly method: string
  readonly params: readonly [`0x${string}`]
}

interface Action {
  readonly action: Request
}

interface Content {
  readonly handshake?: Request
  readonly encrypted: Parameters<typeof cipher.decryptContent>[0]
}
