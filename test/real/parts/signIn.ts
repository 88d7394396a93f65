import { expect, type Page } from "@playwright/test"
import type { SiwxSession } from "../../../src/siwx/model/message.ts"
import { isSignedBy } from "./evmJudge.ts"
import { view } from "./playground.ts"

/** Sessions stored by the page. */
export const sessions = (page: Page): Promise<readonly SiwxSession[]> =>
  page.evaluate(() => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.endsWith(":siwx")) ?? []
    return JSON.parse(kept ?? "[]")
  })

/** Clicks a button of the sign view once the message is shown. */
export const answer = async (page: Page, name: "Sign" | "Cancel") => {
  const signing = view(page, "SIWXSignMessage")
  await expect(signing.getByRole("button", { name: "Sign", exact: true })).toBeEnabled()
  await signing.getByRole("button", { name, exact: true }).click()
}

/** Whether the page stores one session with its account's signature, as verified by a node. */
export const isSignedIn = async (page: Page, node: string): Promise<boolean> => {
  const [session, ...more] = await sessions(page)
  if (!session || more.length > 0) return false
  const { data, message, signature } = session
  return isSignedBy(node, { message, signature, address: data.accountAddress })
}
