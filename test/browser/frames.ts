import type { Page } from "@playwright/test"

/** Records the position of each Connect row in every frame. */
export const follow = (page: Page) =>
  page.evaluate(() => {
    const places: Record<string, number[]> = {}
    Object.assign(window, { places })
    const look = () => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      const view = root?.querySelector<HTMLElement>('[data-view="Connect"]')
      for (const row of view?.querySelectorAll<HTMLElement>("[data-wallet]") ?? []) {
        const id = row.dataset.wallet ?? ""
        const top = Math.round(row.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? 0))
        places[id] = [...new Set([...(places[id] ?? []), top])]
      }
      requestAnimationFrame(look)
    }
    look()
  })
/** Recorded positions of each row, by wallet, until all rows that are shown now have been in a frame. */
export const places = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { places: Record<string, number[]> }).places
  })
