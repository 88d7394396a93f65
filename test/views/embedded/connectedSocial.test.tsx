// @vitest-environment happy-dom
import { act, type ReactNode } from "react"
import { describe, expect, it } from "vitest"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { login } from "../../../src/embedded/first-paint/state.ts"
import { SocialConnectFailed } from "../../../src/errors/index.ts"
import { ConnectingFarcaster } from "../../../views/embedded/ConnectingFarcaster.tsx"
import { ConnectingSocial } from "../../../views/embedded/ConnectingSocial.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

describe("a social login that has connected", () => {
  it.each<[string, "google" | "farcaster", ReactNode]>([
    ["Google", "google", <ConnectingSocial key="view" name="ConnectingSocial" provider="google" />],
    ["Farcaster", "farcaster", <ConnectingFarcaster key="view" />],
  ])("with %s does not say that the wallet is still loading", async (name, provider, view) => {
    const instance = instanceOf()
    const { provider: requested, returned, social } = login(instance)
    requested.value = provider
    const here = viewContextOf(instance)
    await page.show(here, view)
    await act(async () => {
      returned.value = true
      social.value = { status: "loading", last: undefined }
    })
    expect(page.place.textContent).toContain("Loading your wallet.")

    await act(async () => {
      social.value = { status: "loaded", value: {} as Connection }
    })
    expect(page.place.textContent).toContain(`Connected${name} is ready.`)
    expect(page.place.textContent).not.toContain("Loading")
  })
})

it.each([
  ["blocked", "Pop-up blocked", true],
  ["unheard", "Social login isn't available here", false],
  ["late", "Login timed out", true],
  ["untrusted", "Couldn't log in with Google", true],
] as const)(
  "a social login that failed as %s says so, and can be tried again if that can help",
  async (reason, heading, again) => {
    const instance = instanceOf()
    const { provider, social } = login(instance)
    provider.value = "google"
    social.value = { status: "failed", error: new SocialConnectFailed({ reason }), last: undefined }
    await page.show(viewContextOf(instance), <ConnectingSocial name="ConnectingSocial" provider="google" />)

    expect(page.place.querySelector("h2")?.textContent).toBe(heading)
    const buttons = [...page.place.querySelectorAll("button")].map((button) => button.textContent)
    expect(buttons).toEqual([...(again ? ["Try again"] : []), "Try another way"])
  },
)
