// @vitest-environment happy-dom
import { fireEvent, within } from "@testing-library/dom"
import { afterEach, describe, expect, it, vi } from "vitest"
import { base, mainnet, polygon } from "../../src/options/networks.ts"
import { type TestModal, type TestOptions, testModal, virtualClock } from "../../src/testing/index.ts"

const open: TestModal[] = []
const begin = (options?: TestOptions): TestModal => {
  const test = testModal(options)
  open.push(test)
  return test
}

/** Waits for content that depends on loading and rendering, which may be slow under load. */
const soon = <A>(read: () => A) => expect.poll(read)

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

describe("a site's test", () => {
  it("connects a visitor through what is shown", async () => {
    const { modal, screen, wallet, destroy } = testModal({ networks: [mainnet] })
    await modal.open()
    fireEvent.click(await within(screen()).findByRole("button", { name: /Halyard/ }, { timeout: 45_000 }))
    await soon(() => modal.getState().open).toBe(false)
    expect(modal.state.address.value).toBe(wallet().state().addresses[0])
    await destroy()
  })
})

describe("a modal for tests", () => {
  const says = (test: TestModal, text: RegExp) => within(test.screen()).findByText(text, {}, { timeout: 45_000 })

  it("has scriptable wallets", async () => {
    const test = begin({ networks: [mainnet, polygon], script: { wallets: { "*": { connect: "hang" } } } })
    const { modal, wallet } = test
    const asked = modal.connect({ wallet: "example.halyard" })
    await soon(() => wallet("example.halyard").state().openPrompts).toEqual(["connect"])
    wallet("example.halyard").approve()
    await asked
    const { address } = modal.state

    wallet("example.halyard").select(1)
    await soon(() => address.value).toBe(wallet("example.halyard").state().addresses[0])
    wallet("example.halyard").move(137)
    await soon(() => modal.state.network.value?.id).toBe(137)
    wallet("example.halyard").lock()
    await soon(() => address.value).toBe(undefined)
    wallet("example.halyard").unlock()
    await soon(() => address.value).toBeTypeOf("string")
    wallet("example.halyard").behave({ sign: "reject" })
    await expect(modal.signMessage({ message: "Hello" })).rejects.toMatchObject({ _tag: "UserRejectedRequestError" })
    wallet("example.halyard").leave()
    await soon(() => address.value).toBe(undefined)
  })

  it("rejects to advance a clock that no engine uses", async () => {
    const unused = {
      _tag: "InvalidInput",
      path: "clock",
      message: expect.stringContaining("No engine uses this clock"),
    }
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      const outcomes: unknown[] = []
      for (const clock of [begin().clock, virtualClock()])
        clock.advance(1).then(
          () => outcomes.push("advanced"),
          (error: unknown) => outcomes.push(error),
        )
      await vi.advanceTimersByTimeAsync(30_000)
      expect(outcomes).toEqual([expect.objectContaining(unused), expect.objectContaining(unused)])
    } finally {
      vi.useRealTimers()
    }
  })

  it("reports what an environment such as jsdom lacks, and what to write instead", () => {
    const { matchMedia } = window
    const { showModal } = HTMLDialogElement.prototype
    try {
      Reflect.deleteProperty(window, "matchMedia")
      Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal")

      expect(() => testModal()).toThrow(
        "This page has no matchMedia, no dialog.showModal: let the test file begin with `// @vitest-environment happy-dom`",
      )
    } finally {
      Object.assign(window, { matchMedia })
      Object.assign(HTMLDialogElement.prototype, { showModal })
    }
    expect(() => begin()).not.toThrow()
  })

  it("has a wallet on the phone, whose session expires in time", async () => {
    const { modal, phone, clock } = begin({ virtual: true })
    const paired = modal.connect({ wallet: "walletConnect" })
    await soon(() => phone.state().openPrompts).toEqual(["connect"])
    phone.approve()
    await paired
    expect(modal.state.connection.value?.connectorId).toBe("walletConnect")

    await clock.advance(8 * 24 * 60 * 60 * 1000)
    await soon(() => modal.state.connection.value).toBe(undefined)
  })

  it("waits for its own clock alone", async () => {
    const { modal, wallet, clock } = begin({ virtual: true, script: { wallets: { "*": { connect: "slow" } } } })
    const asked = modal.connect({ wallet: "example.halyard" })
    await soon(() => wallet("example.halyard").state().openPrompts).toEqual(["connect"])
    await clock.advance(5_999)
    expect(modal.state.address.value).toBe(undefined)

    await clock.advance(1)
    await asked
    expect(modal.state.address.value).toBeTypeOf("string")
  })

  it("has services that fail until they are repaired", async () => {
    const test = begin({ script: { wallets: { "*": "absent" } } })
    test.faults.set("wallets", { status: 500 })
    await test.modal.open()
    await says(test, /Couldn't load/)

    test.faults.heal()
    fireEvent.click(within(test.screen()).getByRole("button", { name: /Try again/ }))
    await soon(() => test.faults.requestCount("wallets")).toBeGreaterThan(1)
    await soon(() => within(test.screen()).queryByText(/Couldn't load/)).toBe(null)
  })

  it("shares nothing with another modal, and lists its wallets in the error", async () => {
    const [one, other] = [begin(), begin({ networks: [base] })]
    await one.modal.connect({ wallet: "example.halyard" })
    await other.modal.ready()

    expect(other.modal.state.address.value).toBe(undefined)
    expect(() => other.wallet("example.nobody")).toThrow("No wallet example.nobody is installed, only example.halyard")
    expect(() => other.screen()).toThrow("not open")
  })
})
