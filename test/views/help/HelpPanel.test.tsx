// @vitest-environment happy-dom
import { act } from "react"
import { expect, it, vi } from "vitest"
import type { Route } from "../../../src/navigation/first-paint/model/routes.ts"
import { HelpPanel } from "../../../views/help/HelpPanel.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("help appears beside the card in a wide window, unless the modal is embedded", async () => {
  const helpWith = async (enableEmbedded: boolean) => {
    await page.show(viewContextOf(instanceOf({ enableEmbedded })), <HelpPanel route={{ name: "Connect" }} />)
    return [...page.place.querySelectorAll("section")].map((help) => help.getAttribute("aria-label"))
  }
  expect(matchMedia("(min-width: 1000px) and (min-height: 560px)").matches).toBe(true)
  expect(await helpWith(false)).toEqual(["What is a Wallet?"])
  expect(await helpWith(true)).toEqual([])
})

it.each([
  ["ConnectingSocial", 3],
  ["ConnectingFarcaster", 2],
] as const)("the next steps of a login are beside it: %s", async (name, steps) => {
  await page.show(viewContextOf(instanceOf()), <HelpPanel route={{ name } as Route} />)
  await act(() => vi.dynamicImportSettled())

  expect(page.place.querySelector("section")?.getAttribute("aria-label")).toBe("What happens next")
  expect(page.place.querySelectorAll("li")).toHaveLength(steps)
})
