import type { Page } from "@playwright/test"
import type { Site } from "../../serve.ts"
import { classic } from "./classic.ts"

/**
 * Opens a page of the site's origin with only a frame client, AppKit's or Portico's. AppKit's client reads the frame's
 * address from its environment.
 */
export const visitWith = async (
  page: Page,
  which: "ours" | "theirs",
  { site, secure, node }: { readonly site: Site; readonly secure: Site; readonly node: string },
) => {
  await page.goto(`${site.url}/nothing`)
  const shim = `const process = { env: { NEXT_PUBLIC_SECURE_SITE_SDK_URL: ${JSON.stringify(`${secure.url}/sdk`)} } };`
  const clients = await classic(new URL("frameClients.ts", import.meta.url))
  await page.addScriptTag({ content: `(() => {\n${shim}\n${clients}\n})()` })
  await page.evaluate(
    ({ which, setting }) => {
      window.client = window[which](setting) as typeof window.client
    },
    { which, setting: { secureSite: secure.url, node } },
  )
}

type Client = Window["client"]
type Callable = { [K in keyof Client]: Client[K] extends (...input: never) => unknown ? K : never }[keyof Client]

/** Calls the page's client. A failure is its message after "failed: ". */
export const ask = <A = unknown>(page: Page, name: Callable, ...input: readonly unknown[]): Promise<A> =>
  page.evaluate(
    ([name, input]) => (window.client[name] as (...input: readonly unknown[]) => Promise<unknown>)(...input),
    [name, input] as const,
  ) as Promise<A>

/** A different code. */
export const wrongCode = (right: string) => (right === "000000" ? "000001" : "000000")
