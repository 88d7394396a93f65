import { expect, type Page } from "@playwright/test"

/** Acts as the visitor, and returns the pop-up that this opens. Fails by an assertion if none opens. */
export const popupOf = async (page: Page, act: () => Promise<unknown>): Promise<Page> => {
  const opened: Page[] = []
  const note = (popup: Page) => void opened.push(popup)
  page.on("popup", note)
  await act()
  await expect.poll(() => opened.length, "a pop-up opens").toBe(1)
  page.off("popup", note)
  return opened[0] as Page
}
