import { expect, type Page } from "@playwright/test"
import type { SiwxSession } from "../../../src/domain/siwx.ts"
import { isSignedBy } from "./evmJudge.ts"
import { view } from "./playground.ts"

/** The sessions that the page keeps. */
export const sessions = (page: Page): Promise<readonly SiwxSession[]> =>
  page.evaluate(() => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.endsWith(":siwx")) ?? []
    return JSON.parse(kept ?? "[]")
  })

/** Presses a button of the sign view as soon as there is a message to read. */
export const answer = async (page: Page, name: "Sign" | "Cancel") => {
  const signing = view(page, "SIWXSignMessage")
  await expect(signing.getByRole("button", { name: "Sign", exact: true })).toBeEnabled()
  await signing.getByRole("button", { name, exact: true }).click()
}

/** Whether the page keeps one session, whose signature is its account's by a node's own judgement. */
export const isSignedIn = async (page: Page, node: string): Promise<boolean> => {
  const [session, ...more] = await sessions(page)
  if (!session || more.length > 0) return false
  const { data, message, signature } = session
  return isSignedBy(node, { message, signature, address: data.accountAddress })
}
