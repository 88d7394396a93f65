// @vitest-environment happy-dom
import { readFileSync } from "node:fs"
import { fireEvent, screen as page, within } from "@testing-library/dom"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { guestbook } from "../../examples/docs/guestbook/guestbook.ts"
import { startSite } from "../../examples/docs/guestbook/main.ts"
import { type TestModal, testModal } from "../../src/testing/index.ts"
import { type Anvil, start as startAnvil } from "../real/parts/anvil.ts"

let node: Anvil
let test: TestModal
beforeAll(async () => {
  const { happyDOM } = window as unknown as { readonly happyDOM: { setURL(url: string): void } }
  happyDOM.setURL("http://localhost/")
  node = await startAnvil({ chainId: foundry.id })
  document.body.innerHTML = readFileSync("examples/docs/guestbook/index.html", "utf8")
})
afterAll(async () => {
  await test.destroy()
  await node.stop()
})

it("tests a site of three files and its own contract against a node with a scripted wallet", async () => {
  test = testModal({ networks: [foundry], script: { nodes: { "eip155:31337": node.url } } })
  const { modal, wallet, screen } = test
  const visitor = wallet().state().addresses[0] as `0x${string}`
  await node.setBalance(visitor, "10")
  const address = await node.deploy(guestbook)
  startSite(modal, address)

  fireEvent.change(page.getByRole("textbox"), { target: { value: "Lovely place" } })
  fireEvent.click(page.getByRole("button", { name: "Sign the guestbook" }))
  const dialog = await vi.waitFor(screen, 45_000)
  fireEvent.click(await within(dialog).findByRole("button", { name: /Halyard/ }, { timeout: 45_000 }))
  await expect.poll(() => page.getByRole("status").textContent, { timeout: 45_000 }).toBe("Lovely place")
  expect(await node.client.readContract({ ...guestbook, address, functionName: "guest" })).toBe(visitor)
}, 120_000)
