// @vitest-environment happy-dom
import { act } from "react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { pairing as limits } from "../../../src/walletConnect/limits.ts"
import { pairing } from "../../../src/walletConnect/opening/state.ts"
import { ScanCode } from "../../../views/walletConnect/ScanCode.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }))
afterEach(() => vi.useRealTimers())

it("a QR code announces once that it expires in 60 seconds, while its countdown goes on", async () => {
  const instance = instanceOf()
  pairing(instance).code.value = { uri: "wc:1", expiresAt: Date.now() + limits.lifetime }
  await page.show(viewContextOf(instance), <ScanCode wallet={undefined} failed={undefined} retry={() => undefined} />)
  const region = page.place.querySelector("[role=status]")
  const left = () => page.place.textContent?.match(/Code expires in (\d:\d\d)/)?.[1]
  const announced: (string | null)[] = []
  const pass = async (seconds: number) => {
    for (; seconds > 0; seconds -= 1) {
      await act(async () => void vi.advanceTimersByTime(1_000))
      const words = region?.textContent ?? ""
      if (words !== (announced.at(-1) ?? "")) announced.push(words)
    }
    expect(page.place.querySelector("[role=status]")).toBe(region)
  }
  await pass(175)
  expect(left()).toBe("1:05")
  expect(announced).toEqual([])

  await pass(10)
  expect(announced).toEqual(["Code expires in 60 seconds"])
  await pass(30)
  expect(left()).toBe("0:25")
  expect(announced).toEqual(["Code expires in 60 seconds"])
})
