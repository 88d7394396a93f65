/**
 * Finds the parts of a modal by its data attributes. Works with Playwright's `page` and any other object that creates locators from CSS
 * selectors and pierces shadow roots.
 */
export const porticoOn = <Locator>(page: { locator(selector: string): Locator }) => {
  const find = (selector: string) => page.locator(`portico-modal ${selector}`)
  const of = (hook: string) => (id?: string) => find(id === undefined ? `[${hook}]` : `[${hook}="${id}"]`)
  return {
    dialog: find("dialog"),
    /** Current view, or the view with the given route name. */
    view: of("data-view"),
    /** Rows by ID: wallet, network (CAIP-2), connector, token address or `native`, transaction. */
    wallet: (id?: string) => find(id === undefined ? "[data-view] [data-wallet]" : `[data-view] [data-wallet="${id}"]`),
    network: of("data-network"),
    connection: of("data-connection"),
    token: of("data-token"),
    transaction: of("data-transaction"),
    /** Snack, by kind: `success`, `error` or `loading`. */
    snack: of("data-snack"),
    /** Alert by code, such as `APKT002`. */
    alert: of("data-alert"),
  }
}
