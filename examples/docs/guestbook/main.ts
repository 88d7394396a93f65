import type { Modal } from "portico"
import { type Address, createPublicClient, createWalletClient, custom } from "viem"
import { foundry } from "viem/chains"
import { guestbook } from "./guestbook.ts"

/** The site: visitors write into a contract with their own wallet. */
export const startSite = (modal: Modal, address: Address): void => {
  const transport = custom(modal.provider)
  const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
  const element = <Name extends keyof HTMLElementTagNameMap>(name: Name) => {
    const found = document.querySelector(name)
    if (!found) throw new Error(`The page has no ${name}`)
    return found
  }
  element("button").onclick = async () => {
    const [account] = await modal.provider.request({ method: "eth_requestAccounts" })
    const wallet = createWalletClient({ account: account as Address, chain: foundry, transport })
    const hash = await wallet.writeContract({
      ...guestbook,
      address,
      functionName: "sign",
      args: [element("input").value],
    })
    await reader.waitForTransactionReceipt({ hash })
    element("output").textContent = await reader.readContract({ ...guestbook, address, functionName: "words" })
  }
}
