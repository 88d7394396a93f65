import { afterEach, describe, expect, it, vi } from "vitest"
import { base, bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal } from "../../src/stub/modal.ts"

const modalOf = () => createModal({ projectId: "p", networks: [mainnet, base] })
const offered = (modal: Modal) => modal.state.networks.value.map(({ caipNetworkId }) => caipNetworkId)

/** The error that a call throws. */
const thrown = (call: () => void): unknown => {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}

describe("A setting changed later", () => {
  const wrong: readonly (readonly [what: string, set: (modal: Modal) => void, message: string, path: string])[] = [
    [
      "a theme mode",
      (modal) => modal.setThemeMode("pink" as never),
      "Expected 'dark' | 'light' | 'system', received 'pink'",
      "themeMode",
    ],
    ["no theme mode", (modal) => modal.setThemeMode(undefined as never), "Required", "themeMode"],
    [
      "theme variables",
      (modal) => modal.setThemeVariables("red" as never),
      "Expected object, received string",
      "themeVariables",
    ],
    [
      "a theme variable",
      (modal) => modal.setThemeVariables({ "--portico-accent": "red", "--portico-font": null as never }),
      "Expected string or number, received null",
      "themeVariables.--portico-font",
    ],
    ["a locale", (modal) => modal.setLocale(7 as never), "Expected string, received number", "locale"],
    [
      "a network",
      (modal) => modal.addNetwork({ ...polygon, rpcUrls: {} } as never),
      "Required",
      "network.rpcUrls.default",
    ],
    ["no network", (modal) => modal.addNetwork(null as never), "Expected object, received null", "network"],
    [
      "an EVM network's ID",
      (modal) => modal.addNetwork({ ...polygon, id: "x" }),
      "Expected integer, received string",
      "network.id",
    ],
  ]
  it.each(wrong)("is checked like the options, and changes nothing if it is invalid: %s", (_, set, message, path) => {
    const modal = modalOf()
    const before = JSON.stringify(modal.getState())

    expect(thrown(() => set(modal))).toMatchObject({ _tag: "InvalidInput", message, path })
    expect(JSON.stringify(modal.getState())).toBe(before)
  })

  it("is applied if it is valid", () => {
    const modal = modalOf()
    modal.setThemeMode("light")
    modal.setThemeVariables({ "--portico-accent": "#0f0" })
    modal.setThemeVariables({ "--portico-z-index": 7 })
    modal.setLocale("de")

    expect(modal.state.themeMode.value).toBe("light")
    expect(modal.state.themeVariables.value).toEqual({ "--portico-accent": "#0f0", "--portico-z-index": 7 })
    expect(modal.state.locale.value).toBe("de")
    modal.setLocale("")
    expect(modal.state.locale.value).toBe("en-US")
  })

  it("is in getState() if it is a feature, and the other features keep their values", () => {
    const modal = createModal({ projectId: "p", networks: [mainnet], features: { receive: false } })
    modal.updateFeatures({ send: false, smartSessions: true })

    const { features } = modal.getState().options
    expect(features).toMatchObject({ receive: false, send: false, smartSessions: true, allWallets: true })
  })
})

describe("The language", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("is 'en-US' by default, whatever the browser's is", () => {
    vi.stubGlobal("navigator", { language: "de-DE", languages: ["de-DE"] })
    for (const more of [{ locale: "" }, { messages: { connectWallet: "Connect" } }, { themeMode: "system" }] as const)
      expect(
        createModal({ id: JSON.stringify(more), projectId: "p", networks: [mainnet], ...more }).state.locale.value,
      ).toBe("en-US")
    const modal = modalOf()

    expect(modal.state.locale.value).toBe("en-US")
    modal.setLocale("fr")
    modal.setLocale("")
    expect(modal.state.locale.value).toBe("en-US")
  })
})

describe("Networks added and removed later", () => {
  it("are added once, like those in the options", () => {
    const modal = modalOf()
    modal.addNetwork({ ...polygon, chainNamespace: undefined, caipNetworkId: undefined } as never)
    modal.addNetwork(polygon)

    expect(offered(modal)).toEqual(["eip155:1", "eip155:8453", "eip155:137"])
    modal.addNetwork({ ...mainnet, name: "Mainnet" })
    expect(offered(modal)).toEqual(["eip155:1", "eip155:8453", "eip155:137"])
    expect(modal.state.networks.value[0]?.name).toBe("Mainnet")
    modal.removeNetwork("eip155:8453")
    expect(offered(modal)).toEqual(["eip155:1", "eip155:137"])
    modal.removeNetwork("eip155:8453")
    expect(offered(modal)).toEqual(["eip155:1", "eip155:137"])
  })

  it("Adding a network requires an existing adapter for the namespace", () => {
    const modal = modalOf()

    for (const network of [solana, bitcoin])
      expect(thrown(() => modal.addNetwork(network))).toMatchObject({
        _tag: "AdapterRequired",
        message: "Adapter is required",
      })
    expect(offered(modal)).toEqual(["eip155:1", "eip155:8453"])
  })

  it("Removing a network requires an existing adapter for the namespace", () => {
    const modal = modalOf()

    for (const id of [solana.caipNetworkId, "", "tron:1", undefined as never, 1 as never])
      expect(
        thrown(() => modal.removeNetwork(id)),
        `${id}`,
      ).toMatchObject({ _tag: "AdapterRequired" })
    expect(offered(modal)).toEqual(["eip155:1", "eip155:8453"])
  })
})
