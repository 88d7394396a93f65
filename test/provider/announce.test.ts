// @vitest-environment happy-dom
import { base, mainnet } from "viem/chains"
import { afterEach, describe, expect, it } from "vitest"
import { discover } from "../../layers/chains/evm/first-paint/eip6963.ts"
import { type TestModal, type TestOptions, testModal } from "../../src/testing/index.ts"

const open: TestModal[] = []
const begin = (options?: TestOptions): TestModal => {
  const test = testModal({ networks: [mainnet, base], ...options })
  open.push(test)
  return test
}

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

interface Announcement {
  readonly info: Readonly<Record<"uuid" | "name" | "icon" | "rdns", string>>
  readonly provider: unknown
}

/** The providers that announce themselves on request. */
const asked = (): readonly Announcement[] => {
  const found: Announcement[] = []
  const listen = (event: Event) => void found.push((event as CustomEvent<Announcement>).detail)
  window.addEventListener("eip6963:announceProvider", listen)
  window.dispatchEvent(new Event("eip6963:requestProvider"))
  window.removeEventListener("eip6963:announceProvider", listen)
  return found
}

describe("A modal with `announce`", () => {
  it("announces its provider, with the same uuid on each request, until it is destroyed", async () => {
    const { modal, destroy } = begin({ announce: true })
    await expect.poll(asked).toHaveLength(1)
    const [{ info, provider } = {}] = asked()

    expect(provider).toBe(modal.provider)
    expect(info).toMatchObject({ name: "Portico", rdns: "dev.portico" })
    expect(info?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(info?.icon).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(Object.isFrozen(info)).toBe(true)
    expect(asked()[0]?.info.uuid).toBe(info?.uuid)
    await destroy()
    expect(asked()).toEqual([])
  })

  it("announces itself unprompted, and a second modal with its ID does not announce again", async () => {
    const found: unknown[] = []
    const listen = (event: Event) => void found.push((event as CustomEvent<Announcement>).detail.provider)
    window.addEventListener("eip6963:announceProvider", listen)
    const { modal } = begin({ announce: true, id: "announced" })
    begin({ announce: true, id: "announced" })
    await expect.poll(() => found).toEqual([modal.provider])
    window.removeEventListener("eip6963:announceProvider", listen)
  })

  it("announces nothing if it is destroyed at once", async () => {
    const found: unknown[] = []
    const listen = (event: Event) => void found.push(event)
    window.addEventListener("eip6963:announceProvider", listen)
    const { destroy } = begin({ announce: true })
    await destroy()
    const { modal } = begin({ announce: true })
    await expect.poll(() => found).toHaveLength(1)
    window.removeEventListener("eip6963:announceProvider", listen)

    expect(asked().map(({ provider }) => provider)).toEqual([modal.provider])
  })

  it("announces nothing by default", async () => {
    const { modal } = begin()
    await modal.ready()

    expect(asked()).toEqual([])
  })

  it("does not list itself as a wallet, even beside another wallet", async () => {
    begin({ announce: true })
    await expect.poll(asked).toHaveLength(1)
    const other = {
      info: { uuid: "other", name: "Other", icon: "", rdns: "example.other" },
      provider: { request() {} },
    }
    const wallets = discover({})
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: other }))

    expect(wallets.list().map(({ id }) => id)).toEqual(["example.other"])
    wallets.stop()
  })
})
