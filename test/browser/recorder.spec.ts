import { readFile, writeFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"
import { expect, halyard, test } from "./playground.ts"

const panelOf = (page: Page) => page.getByRole("region", { name: "Recorder", exact: true })

test("the playground's panel lists the modal's spans. A loaded recording fails in the same view, and a file that is not one changes nothing", async ({
  playground,
  page,
}, info) => {
  await playground.visit({ script: { wallets: { [halyard]: { connect: "reject" } } } })
  const panel = panelOf(page)
  await expect(panel).toBeVisible()
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.dialog.getByText("Declined in Halyard")).toBeVisible()
  await page.keyboard.press("Escape")
  await playground.closed()
  await panel.scrollIntoViewIfNeeded()

  const asked = panel.getByRole("row", { name: /wallet eth_requestAccounts/ })
  await expect(asked).toContainText("UserRejectedRequestError 4001")
  await expect(asked).toContainText(/\d+ ms/)
  await expect(panel.getByRole("rowheader", { name: "view ConnectingExternal" })).toBeVisible()
  await panel.getByLabel("Filter").fill("api ")
  await expect(asked).toHaveCount(0)
  await expect(panel.getByRole("row", { name: /api config/ })).toBeVisible()
  await panel.getByLabel("Filter").fill("")
  await panel.getByLabel("Failures only").check()
  await expect(asked).toBeVisible()
  await expect(panel.getByRole("row", { name: /api config/ })).toHaveCount(0)

  const saved = page.waitForEvent("download")
  await panel.getByRole("button", { name: "Download recording" }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe("portico-recording.json")
  const file = info.outputPath("recording.json")
  await download.saveAs(file)
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ version: 1, networks: expect.any(Array) })
  const written = page.waitForEvent("download")
  await panel.getByRole("button", { name: "Download test" }).click()
  const testFile = info.outputPath("recording.test.ts")
  await (await written).saveAs(testFile)
  const code = await readFile(testFile, "utf8")
  expect(code).toContain("It fails as recorded: ")
  expect(code).toContain("await modal.connect({ wallet })")
  await panel.getByRole("button", { name: "Clear" }).click()
  await expect(panel.getByRole("status")).toHaveText("0 of 0 events")

  // The wallet approves on this page until the recording is loaded.
  await playground.visit()
  const before = page.url()
  for (const [text, why] of [
    ["<html>", "Expected JSON"],
    ['{"version":1,"networks":[],"dropped":0,"notes":[{"is":"view","at":0,"name":"0x d"}]}', "notes.0.name"],
  ] as const) {
    const other = info.outputPath("file.json")
    await writeFile(other, text)
    await panel.locator("[type=file]").setInputFiles(other)
    await expect(panel.getByRole("status")).toContainText("This file is not a recording.")
    await expect(panel.getByRole("status")).toContainText(why)
  }
  expect(page.url()).toBe(before)
  await panel.locator("[type=file]").setInputFiles(file)
  await expect(playground.view("ConnectingExternal").getByText("Declined in Halyard")).toBeVisible()
})

test("axe finds nothing in the panel, and it does not overflow the page, in either theme", async ({
  playground,
  page,
  axe,
}) => {
  await playground.visit({ script: { faults: { config: { status: 500 } } } })
  const panel = panelOf(page)
  await playground.openModal()
  await page.keyboard.press("Escape")
  await playground.closed()
  await panel.scrollIntoViewIfNeeded()
  await expect(panel.getByRole("row", { name: /api config .*HttpStatus 500/ }).first()).toBeVisible()
  await page.addScriptTag({ url: axe })
  for (const theme of ["dark", "light"]) {
    await expect(page.locator(`html[data-theme=${theme}]`)).toHaveCount(1)
    // The narrow page has no button for the theme.
    for (const width of [360, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForFunction((width) => innerWidth === width, width)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(context: Element | null): Promise<AxeResults> } }
        return (await axe.run(document.querySelector("#recorder"))).violations.map(({ id }) => id)
      })
      expect(found, `${theme}, ${width}`).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.locator('[data-action="theme"]').click()
  }
})
