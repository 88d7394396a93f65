// @vitest-environment happy-dom
import { describe, expect, it } from "vitest"
import { viewNames } from "../../../examples/playground/gallery/coverage.ts"
import { withConnection } from "../../../src/connections/state/connections.ts"
import type { Route, RouteName } from "../../../src/navigation/first-paint/model/routes.ts"
import type { ModalOptions } from "../../../src/options/options.ts"
import type { ModalInstance } from "../../../src/stub/instance.ts"
import { Footer } from "../../../views/shell/Footer.tsx"
import { halyard, instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

let shown = 0

/** The text of a view's footer, and the address of each link, for a visitor without and with a connected account. */
const footerOf = async (name: RouteName, options: Partial<ModalOptions>) => {
  const before = await footerFor(instanceOf(options), name)
  const instance = instanceOf(options)
  const connection = {
    namespace: "eip155",
    connectorId: halyard,
    accounts: [{ address: `0x${"12".repeat(20)}` }],
  } as const
  instance.core.accounts.eip155.value = withConnection(connection)(instance.core.accounts.eip155.peek())
  expect(await footerFor(instance, name), `${name}, connected`).toEqual(before)
  return before
}

const footerFor = async (instance: ModalInstance, name: RouteName) => {
  await page.show(viewContextOf(instance), <Footer key={++shown} route={{ name } as Route} />)
  const links = [...page.place.querySelectorAll("a")].map((link) => link.getAttribute("href"))
  return [page.place.textContent, ...links]
}

const terms = "https://site.example/terms"
const privacy = "https://site.example/privacy"
const legal = ["Connect", "ConnectWallets", "OnRampTokenSelect", "OnRampFiatSelect", "OnRampProviders"] as const

describe("the footer", () => {
  it.each(legal)("The legal footer appears on %s, with the documents that the site has", async (name) => {
    expect(await footerOf(name, { termsConditionsUrl: terms, privacyPolicyUrl: privacy })).toEqual([
      "By connecting, you agree to the Terms of Service and Privacy Policy.",
      terms,
      privacy,
    ])
    expect(await footerOf(name, { termsConditionsUrl: terms })).toEqual([
      "By connecting, you agree to the Terms of Service.",
      terms,
    ])
    expect(await footerOf(name, { privacyPolicyUrl: privacy })).toEqual([
      "By connecting, you agree to the Privacy Policy.",
      privacy,
    ])
    expect(await footerOf(name, {})).toEqual([""])
  })

  it("The default footer appears on Networks, and no other view has a footer", async () => {
    const networks = "Your wallet may not support every network. What is a network?"
    const others = (viewNames as RouteName[]).filter((name) => !(legal as readonly string[]).includes(name))
    for (const name of others)
      expect(await footerOf(name, { termsConditionsUrl: terms, privacyPolicyUrl: privacy }), name).toEqual([
        name === "Networks" ? networks : "",
      ])
  })
})

it.each([
  [
    "both documents",
    { termsConditionsUrl: terms, privacyPolicyUrl: privacy },
    "By connecting, you agree to the Terms of Service and Privacy Policy.",
    [terms, privacy],
  ],
  ["only the terms", { termsConditionsUrl: terms }, "By connecting, you agree to the Terms of Service.", [terms]],
  [
    "only the privacy policy",
    { privacyPolicyUrl: privacy },
    "By connecting, you agree to the Privacy Policy.",
    [privacy],
  ],
  ["nothing if the site has neither", {}, "", []],
  ["nothing if the checkbox has the links", { termsConditionsUrl: terms, features: { legalCheckbox: true } }, "", []],
] as const)("the legal footer links to %s", async (_, options, sentence, urls) => {
  const here = viewContextOf(instanceOf(options))
  await page.show(here, <Footer route={{ name: "Connect" }} />)

  const names: Readonly<Record<string, string>> = { [terms]: "Terms of Service", [privacy]: "Privacy Policy" }
  const shown = [...page.place.querySelectorAll("a")]
  const links = shown.map((link) => [link.getAttribute("href"), link.textContent])
  expect(page.place.textContent).toBe(sentence)
  expect(links).toEqual(urls.map((url) => [url, names[url]]))
  expect(shown.map(({ target }) => target)).toEqual(urls.map(() => "_blank"))
})
