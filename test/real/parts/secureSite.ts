import { expect, type Frame, type Page } from "@playwright/test"
import type { Site } from "../../serve.ts"
import { becomes, press as open, view } from "./playground.ts"

/** The frame of the secure site's stand-in, once it listens. */
export const frameOf = async (page: Page, { url }: Site): Promise<Frame> => {
  const find = () => page.frames().find((one) => one.url().startsWith(url))
  const frame = find() ?? (await page.waitForEvent("framenavigated", (one) => one === find()))
  await frame.waitForFunction(() => "mails" in window)
  return frame
}

/** The code of the latest email after `count` others. */
export const code = async (page: Page, secure: Site, count = 0): Promise<string> => {
  const frame = await frameOf(page, secure)
  await frame.waitForFunction((count) => window.mails.length > count, count)
  return frame.evaluate(() => window.mails.at(-1)?.code ?? "")
}

export const mailbox = "linden@fernhill.example"

/** Requests a code in the open modal. */
export const enter = async (page: Page) => {
  const address = view(page, "Connect").getByRole("textbox", { name: "Email address" })
  await address.fill(mailbox)
  await address.press("Enter")
  await expect(view(page, "EmailVerifyOtp")).toBeVisible()
  return codeField(page, "EmailVerifyOtp")
}

/** Field of a view for the code. The view before it, which may have one too, stays in the page while it fades out. */
export const codeField = (page: Page, name: string) => view(page, name).getByRole("textbox", { name: "6-digit code" })

/** Logs in with a code that comes after `mails` other emails. */
export const logIn = async (page: Page, secure: Site, mails = 0): Promise<void> => {
  await open(page)
  const field = await enter(page)
  await field.fill(await code(page, secure, mails))
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
}

/** Waits for the approval in the frame over the modal's view and clicks a button of it. */
export const press = async (page: Page, name: "Approve" | "Reject"): Promise<void> => {
  await expect(view(page, "ApproveTransaction")).toBeVisible()
  await page.frameLocator("portico-modal iframe").getByRole("button", { name }).click()
}
