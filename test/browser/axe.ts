import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"
import { test as playground } from "./playground.ts"

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

/** The playground's `test`, with axe at an address: a browser that has it from there reads it once. */
export const test = playground.extend<object, { axe: string }>({
  axe: [
    async ({ browserName: _ }, use) => {
      const text = await readFile(script)
      const server = createServer((_request, response) => {
        response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=31536000, immutable" })
        response.end(text)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/axe.js`)
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
    { scope: "worker" },
  ],
})

/** Every state in every look, for `npm run test:matrix`; else each in one. The sheets are read again only then, for rules on a screen's orientation. */
export const isWhole = process.env.PORTICO_MATRIX !== undefined

/** The rules about how things are drawn; all others are about the markup. */
export const drawn = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]

/** What axe, which the page has, finds in the modal, in one line a finding; by all of its rules, unless some are named. */
export const violations = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  const { violations } = await page.evaluate(
    async ({ runOnly, preload }) => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      // A change of theme or size is drawn, and has come to rest.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      const ending = root?.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity) ?? []
      await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
      const { axe } = window as unknown as {
        axe: { run(context: Element | null, options: object): Promise<AxeResults> }
      }
      return axe.run(document.querySelector("portico-modal"), {
        resultTypes: ["violations"],
        preload,
        ...(runOnly && { runOnly }),
      })
    },
    { runOnly: rules, preload: isWhole },
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
