import { broadcast, onNote } from "./post.ts"
import { type Approval, createService, type Message } from "./service.ts"

declare global {
  interface Window {
    /** All protocol messages in both directions, for tests. */
    messages: { readonly dir: "app->frame" | "frame->app"; readonly message: unknown }[]
    /** Emails that the service would have sent. */
    mails: { readonly to: string; readonly code: string }[]
  }
}

window.messages = []
window.mails = []

/** Origin of the embedding page, known from its first message. */
let around = "*"

const part = (id: string) => document.querySelector(`#${id}`) as HTMLElement

/** Shows a request and waits for the visitor's decision. Focuses the heading, so a screen reader starts there. */
const approve = (what: Approval, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const off = new AbortController()
    const end = (agreed: boolean) => {
      off.abort()
      part("approval").hidden = true
      part("idle").hidden = false
      part("status").textContent = agreed ? "Approved" : "Rejected"
      resolve(agreed)
    }
    part("title").textContent = titles[what.method] ?? "Approve a request"
    part("what").textContent = readable(what)
    part("account").textContent = what.address
    part("chain").textContent = what.chainId
    part("status").textContent = ""
    part("idle").hidden = true
    part("approval").hidden = false
    part("title").focus()
    part("approve").addEventListener("click", () => end(true), { signal: off.signal })
    part("reject").addEventListener("click", () => end(false), { signal: off.signal })
    addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal: off.signal })
    signal.addEventListener("abort", () => end(false), { signal: off.signal })
  })

const titles: Readonly<Record<string, string>> = {
  personal_sign: "Sign a message",
  solana_signMessage: "Sign a message",
  eth_signTypedData_v4: "Sign data",
  eth_sendTransaction: "Send a transaction",
  solana_signAndSendTransaction: "Send a transaction",
}

/** Formats a request for display. EVM messages are decoded to text. */
const readable = ({ method, params }: Approval) => {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method !== "personal_sign" || typeof first !== "string" || !/^0x([0-9a-f]{2})*$/i.test(first))
    return JSON.stringify(params, null, 2)
  const bytes = Uint8Array.from(first.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

// A hidden frame cannot take focus, so it moves here when the frame is shown.
addEventListener("focus", () => {
  if (!part("approval").hidden) part("title").focus()
})

const service = createService({
  post: (message: Message) => {
    window.messages.push({ dir: "frame->app", message })
    parent.postMessage(message, around)
  },
  keep: (key, text) => (text === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
  kept: (key) => localStorage.getItem(key) ?? undefined,
  mail: (mail) => {
    window.mails.push(mail)
    broadcast({ type: "mail", ...mail })
    console.info(`Mail to ${mail.to}: ${mail.code}`)
  },
  approve,
  confirm: (what, signal) =>
    new Promise((resolve) => {
      const off = new AbortController()
      const end = (agreed: boolean) => {
        off.abort()
        resolve(agreed)
      }
      onNote((note) => note.type === "confirmed" && note.what === what && end(true), off.signal)
      signal.addEventListener("abort", () => end(false), { signal: off.signal })
    }),
  node: async (url, method, params) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: params ?? [] }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  },
  origin: location.origin,
  reload: () => location.reload(),
  look: ({ mode, accent, name }) => {
    const { documentElement: root } = document
    if (mode !== undefined) root.dataset.mode = mode
    if (accent !== undefined) root.style.setProperty("--accent", accent)
    if (name !== undefined) part("who").textContent = `Asked by ${name}`
  },
})

addEventListener("message", ({ data, origin, source }) => {
  if (source !== parent || parent === window) return
  around = origin
  window.messages.push({ dir: "app->frame", message: data })
  void service.onMessage(data)
})
service.begin()
