// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { names } from "../../../src/names/state.ts"
import { bitcoin, mainnet, solana } from "../../../src/options/networks.ts"
import { RegisterAccountName } from "../../../views/names/RegisterAccountName.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
const hint = "Use at least 4 letters, digits or hyphens"

const input = () => page.place.querySelector("input") as HTMLInputElement
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input(), text)
    input().dispatchEvent(new Event("input", { bubbles: true }))
  })

it("Name registration: the form accepts only letters, digits and hyphens, at least 4 characters", async () => {
  const instance = instanceOf()
  const free = ["abc", "a-b4"].map((name) => ({ name: `${name}.reown.id`, registered: false }))
  names(instance).suggestions.value = { status: "loaded", value: free }
  let submitted = 0
  const run = () => {
    submitted += 1
    return () => undefined
  }
  await page.show({ ...viewContextOf(instance), run }, <RegisterAccountName />)
  const submit = () => {
    submitted = 0
    page.place.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
    return submitted
  }

  for (const [text, value, may] of [
    ["ä b_c.!", "bc", false],
    ["ABC", "abc", false],
    ["A-b 4!", "a-b4", true],
  ] as const) {
    await type(text)
    expect(input().value).toBe(value)
    expect(page.place.textContent?.includes(hint), text).toBe(!may)
    expect(page.place.querySelector("[type=submit]")?.getAttribute("aria-disabled") === "true", text).toBe(!may)
    expect(submit(), text).toBe(may ? 1 : 0)
  }
})

it("while a registration is loading, the form asks for approval in the wallet and accepts no other name", async () => {
  const instance = instanceOf()
  const { registering } = names(instance)
  await page.show(viewContextOf(instance), <RegisterAccountName />)
  const seen = () => {
    const button = page.place.querySelector("button")
    return [button?.textContent, button?.getAttribute("aria-busy"), page.place.querySelector("input")?.disabled]
  }
  expect(seen()).toEqual(["Register", null, false])
  await act(async () => {
    registering.value = { status: "loading", last: undefined }
  })

  expect(seen()).toEqual(["Approve in your wallet", "true", true])
})

it("Per-capability chain support: names: EVM only, with no form on other chains", async () => {
  for (const [network, fields] of [
    [mainnet, 1],
    [solana, 0],
    [bitcoin, 0],
  ] as const) {
    const here = viewContextOf(instanceOf({ networks: [network] }))
    await page.show(here, <RegisterAccountName />)

    expect(page.place.querySelectorAll("input"), network.name).toHaveLength(fields)
    expect(page.place.textContent?.includes("Names work only on EVM networks"), network.name).toBe(fields === 0)
  }
})
