import type { Frame, Page } from "@playwright/test"
import type { Site } from "../../serve.ts"
import { becomes, patiently, view } from "./playground.ts"

/** The stand-in for the secure site in its frame, once it listens. */
const frameOf = async (page: Page, { url }: Site): Promise<Frame> => {
  await patiently.poll(() => page.frames().some((one) => one.url().startsWith(url))).toBe(true)
  const frame = page.frames().find((one) => one.url().startsWith(url))
  if (!frame) throw new Error("There is no frame")
  await frame.waitForFunction(() => "mails" in window)
  return frame
}

/** The code of the latest mail after `count` others. */
export const code = async (page: Page, secure: Site, count = 0): Promise<string> => {
  const frame = await frameOf(page, secure)
  await frame.waitForFunction((count) => window.mails.length > count, count)
  return frame.evaluate(() => window.mails.at(-1)?.code ?? "")
}

export const mailbox = "linden@fernhill.example"

/** Logs in by a code, which comes after `mails` others. */
export const logIn = async (page: Page, secure: Site, mails = 0): Promise<void> => {
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  await page.getByRole("textbox", { name: "Email address" }).fill(mailbox)
  await page.keyboard.press("Enter")
  await view(page, "EmailVerifyOtp").waitFor()
  await page.getByRole("textbox", { name: "6-digit code" }).fill(await code(page, secure, mails))
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
}

/** What the visitor is asked shows in the frame, over the modal's view; a button of it is pressed. */
export const press = async (page: Page, name: "Approve" | "Reject"): Promise<void> => {
  await view(page, "ApproveTransaction").waitFor()
  await page.frameLocator("portico-modal iframe").getByRole("button", { name }).click()
}
