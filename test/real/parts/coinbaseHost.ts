import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, normalize } from "node:path"
import type { BrowserContext } from "@playwright/test"
import { fromHex, isHex, type LocalAccount } from "viem"
import { listen } from "../../listen.ts"
import { type Noted, noted } from "./noted.ts"
import { failure, forward, outcome } from "./rpc.ts"

/** Decision of the wallet's user at a prompt. */
export type Holder = "approves" | "refuses" | "waits"

/** Coinbase's page on loopback: its window speaks the published library's protocol, with that library's cipher. */
export interface CoinbaseHost extends Noted {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** Requested URLs, oldest first. */
  readonly visits: readonly URL[]
  /** Methods requested from its windows. */
  readonly asked: readonly string[]
  /** Metadata its windows received about the page that opened them. */
  readonly told: readonly unknown[]
  holder: Holder
  stop(): Promise<void>
}

/**
 * Serves the page, and prompts the user of `account` in the windows of `context`. `nodes` are the chains the wallet
 * knows.
 */
export const start = async (
  context: BrowserContext,
  { account, nodes }: { readonly account: LocalAccount; readonly nodes: Readonly<Record<number, string>> },
): Promise<CoinbaseHost> => {
  const visits: URL[] = []
  const asked: string[] = []
  const told: unknown[] = []
  const { note, until } = noted()
  const { url, stop } = await listen(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    if (url.pathname.startsWith("/sdk/")) {
      const file = await readFile(join(sdk, normalize(url.pathname.slice("/sdk/".length)))).catch(() => undefined)
      response.writeHead(file ? 200 : 404, { "content-type": "text/javascript" }).end(file)
      return
    }
    visits.push(url)
    response.writeHead(200, { "content-type": "text/html" }).end(html)
  })

  const perform = async (method: string, params: readonly unknown[], chainId: number): Promise<unknown> => {
    if (host.holder === "waits") return new Promise(() => {})
    if (host.holder === "refuses") throw failure(4001, "User denied the request")
    switch (method) {
      case "eth_requestAccounts":
        return [account.address]
      case "personal_sign": {
        const [message] = params
        return account.signMessage({ message: isHex(message) ? fromHex(message, "string") : String(message) })
      }
      case "eth_sendTransaction":
        return forward(nodes[chainId] ?? "", "eth_sendTransaction", params)
    }
    throw failure(4200, `No ${method}`)
  }
  await context.exposeFunction(
    "coinbaseHolder",
    async (method: string, params: readonly unknown[], chainId: number) => {
      asked.push(method)
      note()
      return { ...(await outcome(perform(method, params, chainId))), chains: nodes }
    },
  )
  await context.exposeFunction("coinbaseTold", (data: unknown) => void told.push(data))
  const host: CoinbaseHost = {
    url,
    until,
    visits,
    asked,
    told,
    holder: "approves",
    stop,
  }
  return host
}

const sdk = dirname(createRequire(import.meta.url).resolve("@coinbase/wallet-sdk"))

/** The window: announces itself, selects the smart wallet, exchanges keys, then responds and closes. */
const html = `<!doctype html><title>Coinbase's wallet</title><p>A request of the page that opened this window.</p>
<script type="module">
import * as cipher from "/sdk/util/cipher.js"
const post = (message) => opener.postMessage(message, "*")
const kept = (name) => localStorage.getItem(name)
const own = async () => {
  if (kept("public")) return
  const keys = await cipher.generateKeyPair()
  localStorage.setItem("public", await cipher.exportKeyToHexString("public", keys.publicKey))
  localStorage.setItem("private", await cipher.exportKeyToHexString("private", keys.privateKey))
}
const secretWith = async (sender) =>
  cipher.deriveSharedSecret(
    await cipher.importKeyFromHexString("private", kept("private")),
    await cipher.importKeyFromHexString("public", sender),
  )
addEventListener("message", async ({ source, data }) => {
  if (source !== opener) return
  const { id, event, content, sender } = data
  if (event === "selectSignerType") return post({ requestId: id, data: "scw" })
  if (!content) return window.coinbaseTold(data.data)
  await own()
  const secret = await secretWith(sender)
  const { method, params = [], chainId = 1 } = content.handshake
    ? content.handshake
    : await cipher.decryptContent(content.encrypted, secret).then(({ action, chainId }) => ({ ...action, chainId }))
  const { result, error, chains } = await window.coinbaseHolder(method, Array.isArray(params) ? params : [], chainId)
  const answer = { result: error ? { error } : { value: result }, data: { chains } }
  post({
    id: crypto.randomUUID(),
    requestId: id,
    sender: kept("public"),
    content: { encrypted: await cipher.encryptContent(answer, secret) },
    timestamp: new Date(),
  })
  post({ event: "PopupUnload" })
})
post({ id: crypto.randomUUID(), event: "PopupLoaded" })
</script>`
