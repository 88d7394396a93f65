import { idle } from "./idle.ts"
import { expect, halyard, polygon, test } from "./playground.ts"
import { clipped, hardCoded, unmarked } from "./words.ts"

test("the pseudo-locale reveals hard-coded text and text that is cut off", async ({ playground, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await playground.visit({ lang: "en-XA", open: "WhatIsAWallet" })
  await expect(page.locator('portico-modal [dir][lang="en-XA"]')).toBeAttached()
  await idle(page)
  expect(await hardCoded(page)).toEqual([])
  expect(await clipped(page)).toEqual([])

  const view = playground.view("WhatIsAWallet")
  const put = (markup: string) =>
    view.evaluate((element, planted) => void element.insertAdjacentHTML("beforeend", planted), markup)
  await put("<p>Not yet translated Halyard</p>")
  await put('<button aria-label="Shut the hatch" title="Åļļ öf îţ ~~~">Halyard</button>')
  await put('<input placeholder="Your address"><img alt="A lost picture" src="data:,">')
  await put("<p>Ţĥé ŕéšţ îš måŕkéđ ~~~ by others</p>")
  const found = (await hardCoded(page)).map((line) => line.slice(0, line.indexOf(" in ")))
  expect(found.map((word) => word.slice(1, -1))).toEqual(
    "Not yet translated Shut the hatch Your address lost picture by others".split(" "),
  )

  const long = "Å šéñţéñçé öf ţĥé ţåbļé ţĥåţ ĥåš ñö ŕööm ~~~~~~~~~~~~~~~"
  await put(`<p style="inline-size: 120px; overflow: hidden; white-space: nowrap" >${long} öñé</p>`)
  await put(`<p style="inline-size: 120px; overflow: hidden; white-space: nowrap" title="${long}">${long}</p>`)
  await put(`<p style="inline-size: 200px; block-size: 20px; overflow: hidden">${long} ţwö</p>`)
  await put(`<button style="display: block; inline-size: 120px; white-space: nowrap">${long} ţĥŕéé</button>`)
  const cut = (await clipped(page)).map((line) => line.slice(0, line.indexOf(" in <")))
  expect(cut).toEqual([
    `cut across: "${long} öñé"`,
    `cut at the top or the bottom: "${long} ţwö"`,
    `beyond its control: "${long} ţĥŕéé"`,
  ])
})

test("names, addresses and amounts do not count as messages", () => {
  expect(unmarked("Šéñđ 0.4 ETH ţö marguerite.eth, 0xdb...C727C9 ~~~~")).toEqual([])
  expect(unmarked("Çöñţîñûé wîţĥ Aquarelle Wallet with a long name ~~~~")).toEqual([])
  expect(unmarked("Çöñţîñûé with Halyard ~~~~")).toEqual(["with"])
})

test("brief announcements are in the language too", async ({ playground, log, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await playground.visit({ lang: "en-XA", script: { wallets: { [halyard]: { switch: "hang" } } } })
  await playground.connect()
  await playground.openModal("Account")
  await log.clear()
  await playground.press(/^Çöpý/)
  await expect.poll(log.told).toHaveLength(1)
  await playground.open("Networks")
  await playground.network(polygon).click()
  // The wallet does not respond before its request has been announced.
  await expect.poll(log.told).toHaveLength(2)
  await playground.answer("Reject")
  await expect.poll(log.told).toHaveLength(3)
  const words = (await log.told()).map((line) => line.replace(/^\w+: /, ""))
  expect(words.flatMap(unmarked)).toEqual([])
})
