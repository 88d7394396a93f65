/** What a page's hooks are found by, for Playwright's `page` and whatever else makes locators from selectors (CSS, through shadow roots). */
export const porticoOn = <Locator>(page: { locator(selector: string): Locator }) => {
  const find = (selector: string) => page.locator(`portico-modal ${selector}`)
  const of = (hook: string) => (id?: string) => find(id === undefined ? `[${hook}]` : `[${hook}="${id}"]`)
  return {
    dialog: find("dialog"),
    /** The current view, or one by its route's name. */
    view: of("data-view"),
    /** Rows by their ids: a wallet's, a network's CAIP-2 id, a connector's, a token's address or `native`, a transaction's. */
    wallet: (id?: string) => find(id === undefined ? "[data-view] [data-wallet]" : `[data-view] [data-wallet="${id}"]`),
    network: of("data-network"),
    connection: of("data-connection"),
    token: of("data-token"),
    transaction: of("data-transaction"),
    /** `success`, `error` or `loading`. */
    snack: of("data-snack"),
    /** By its code, such as `APKT002`. */
    alert: of("data-alert"),
  }
}
