import type { Page } from "@playwright/test"
import { MessageFormatter, Methods, TransactionStatus } from "@safe-global/safe-apps-sdk"
import type { Account } from "viem"
import { isHex } from "viem/utils"
import { listen } from "../../listen.ts"
import { type Noted, noted } from "./noted.ts"
import { forward as rpc } from "./rpc.ts"

/** Responses of a host: like Safe's, none, or with an invalid account. */
export type HostManner = "answers" | "silent" | "absurd"

/** A request of an app, as sent by the published library. */
export interface Asked {
  readonly id: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A page that frames apps as Safe does. It has an account on one chain, whose owners respond at once. */
export interface SafeHost extends Noted {
  readonly url: string
  readonly asked: Asked[]
  manner: HostManner
  /** Decision of the owners. With "wait", transactions wait for `confirm`. */
  owners: "sign" | "refuse" | "wait"
  /** The owners confirm or cancel the pending transaction. */
  confirm(says: "send" | "cancel"): Promise<void>
  /** Frames the page at `address` in `page`. */
  frame(page: Page, address: string): Promise<void>
  stop(): Promise<void>
}

export const start = async ({
  account,
  node,
}: {
  readonly account: Account
  readonly node: { readonly url: string; readonly chainId: number }
}): Promise<SafeHost> => {
  const { url, stop } = await listen((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html)
  })
  const { note, until } = noted()
  const mined = new Map<string, string>()
  const waiting = new Map<string, object>()
  const cancelled = new Set<string>()

  const answer = async ({ method, params }: Asked): Promise<unknown> => {
    switch (method) {
      case Methods.getSafeInfo:
        return host.manner === "absurd"
          ? { safeAddress: `<img src=x>${account.address}`, chainId: -1 }
          : {
              safeAddress: account.address,
              chainId: node.chainId,
              threshold: 1,
              owners: [account.address],
              isReadOnly: false,
            }
      case Methods.signMessage: {
        if (host.owners === "refuse") throw new Error("Transaction was rejected")
        const message = String(params.message)
        const raw = isHex(message) ? ({ raw: message } as const) : message
        return { messageHash: `0x${"11".repeat(32)}`, signature: await account.signMessage?.({ message: raw }) }
      }
      case Methods.sendTransactions: {
        if (host.owners === "refuse") throw new Error("Transaction was rejected")
        const [tx] = params.txs as readonly { readonly to: string; readonly value: string; readonly data: string }[]
        const value = `0x${BigInt(tx?.value ?? 0).toString(16)}`
        const safeTxHash = `0x${"5a".repeat(31)}${(mined.size + waiting.size).toString(16).padStart(2, "0")}`
        waiting.set(safeTxHash, { ...tx, value, from: account.address })
        if (host.owners === "sign") await host.confirm("send")
        return { safeTxHash }
      }
      case Methods.getTxBySafeTxHash: {
        const txHash = mined.get(String(params.safeTxHash))
        if (waiting.has(String(params.safeTxHash))) return { txStatus: TransactionStatus.AWAITING_CONFIRMATIONS }
        if (cancelled.has(String(params.safeTxHash))) return { txStatus: TransactionStatus.CANCELLED }
        if (txHash === undefined) throw new Error("Not found")
        return { txHash, txStatus: TransactionStatus.SUCCESS }
      }
      case Methods.rpcCall:
        return rpc(node.url, String(params.call), params.params as readonly unknown[])
    }
    throw new Error(`No such method: ${method}`)
  }
  const host: SafeHost = {
    url,
    until,
    asked: [],
    manner: "answers",
    owners: "sign",
    confirm: async (says) => {
      for (const [safeTxHash, tx] of [...waiting]) {
        if (says === "cancel") cancelled.add(safeTxHash)
        else mined.set(safeTxHash, String(await rpc(node.url, "eth_sendTransaction", [tx])))
        waiting.delete(safeTxHash)
      }
    },
    frame: async (page, address) => {
      await page.exposeFunction("safeAnswers", async (asked: Asked) => {
        host.asked.push(asked)
        note()
        if (host.manner === "silent") return undefined
        try {
          return MessageFormatter.makeResponse(asked.id, (await answer(asked)) as never, version)
        } catch (error) {
          return MessageFormatter.makeErrorResponse(asked.id, error instanceof Error ? error.message : "", version)
        }
      })
      await page.goto(`${host.url}/?app=${encodeURIComponent(address)}`)
    },
    stop,
  }
  return host
}

const version = "9.1.0"

/** The host's page: forwards the app's requests to the test, and its responses to the app. */
const html = `<!doctype html><title>A Safe</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%}</style>
<iframe id="app"></iframe><script>
const app = document.getElementById("app")
addEventListener("message", async ({ source, data }) => {
  if (source !== app.contentWindow || !data || !data.method) return
  const answer = await window.safeAnswers(data)
  if (answer) app.contentWindow.postMessage(answer, "*")
})
app.src = new URLSearchParams(location.search).get("app")
</script>`
