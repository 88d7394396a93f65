// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { createModal, mainnet, solana } from "../../src/index.ts"

it("A site's open() passes on the view, the swap arguments, the connection URI and the namespace, and its close() leads back to Connect", async () => {
  const modal = createModal({
    id: "opened-by-the-site",
    projectId: "demo",
    networks: [mainnet, solana],
    layers: () =>
      import("../../layers/index.ts").then(({ demo }) =>
        demo({ project: { features: [{ id: "swap", isEnabled: true, config: ["1inch"] }] } }),
      ),
  })
  // A view may lead on at once, so each stack is noted.
  const stacks: unknown[] = []
  modal.state.stack.subscribe((stack) => void stacks.push(stack))
  await modal.open()
  expect(modal.getState()).toMatchObject({ open: true, view: "Connect" })
  await modal.open({ view: "Networks" })
  expect(stacks).toContainEqual([{ name: "Networks" }])

  const swap = { fromToken: "ETH", toToken: "USDC", amount: "1.5" }
  await modal.open({ view: "Swap", arguments: swap })
  expect(stacks).toContainEqual([{ name: "Swap", ...swap }])
  await modal.open({ uri: "wc:00@2?symKey=11" })
  expect(stacks).toContainEqual([{ name: "ConnectingWalletConnectBasic" }])

  await modal.open({ namespace: "solana" })
  expect(stacks).toContainEqual([
    { name: "Connect", namespace: "solana" },
    { name: "SwitchNetwork", network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" },
  ])
  await modal.close()
  expect(modal.state.stack.value).toEqual([{ name: "Connect" }])
  expect(modal.getState()).toMatchObject({ open: false })
  await modal.destroy()
})
