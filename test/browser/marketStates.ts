import type { Playground } from "./playground.ts"
import type { State } from "./states.ts"

/** A swap that is filled in: 0.5 ether for Harbour. */
const filled = async ({ dialog }: Playground) => {
  await dialog.getByRole("button", { name: "Token: ETH" }).waitFor()
  await dialog.locator("[data-pick=toToken]").click()
  await dialog.getByRole("searchbox").fill("harb")
  await dialog.getByRole("button", { name: "Harbour" }).click()
  await dialog.getByRole("textbox", { name: "You pay" }).fill("0.5")
  await dialog.getByText("Price impact").waitFor()
}

/** Swapping, in each of its states. */
export const marketStates: readonly State[] = [
  { name: "Swap", visit: { open: "Swap" }, seen: ({ dialog }) => dialog.getByRole("button", { name: "Token: ETH" }) },
  {
    name: "Swap, a price",
    visit: { open: "Swap" },
    act: filled,
    seen: ({ dialog }) => dialog.getByText("New rate in"),
  },
  {
    name: "Swap, more than there is",
    visit: { open: "Swap" },
    act: async (playground) => {
      await filled(playground)
      await playground.dialog.getByRole("textbox", { name: "You pay" }).fill("5000")
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Insufficient balance" }),
  },
  {
    name: "Swap, no price",
    visit: { open: "Swap", script: { faults: { swapQuotes: { status: 500 } } } },
    act: async ({ dialog }) => {
      await dialog.getByRole("button", { name: "Token: ETH" }).waitFor()
      await dialog.locator("[data-pick=toToken]").click()
      await dialog.getByRole("button", { name: "Harbour" }).click()
      await dialog.getByRole("textbox", { name: "You pay" }).fill("0.5")
    },
    seen: ({ dialog }) => dialog.getByText("Another amount or token may work."),
  },
  {
    name: "SwapSelectToken",
    visit: { open: "SwapSelectToken" },
    seen: ({ view }) => view("SwapSelectToken").locator("[data-token]").first(),
  },
  {
    name: "SwapPreview",
    visit: { open: "Swap" },
    act: async (playground) => {
      await filled(playground)
      await playground.dialog.getByRole("button", { name: "Review swap" }).click()
    },
    seen: ({ view }) => view("SwapPreview").getByRole("button", { name: "Swap" }),
  },
]
