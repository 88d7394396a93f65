// @vitest-environment happy-dom
import { type ReadonlySignal, signal } from "@preact/signals-react"
import { act, type ReactNode, type RefObject, StrictMode, useRef } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { identicon } from "../../src/account/model/identicon.ts"
import { images } from "../../src/core/first-paint/limits.ts"
import { css } from "../../views/styles/stitches.ts"
import { WholeAddress } from "../../views/ui/Address.tsx"
import { groups } from "../../views/ui/addressGroups.ts"
import { Button } from "../../views/ui/Button.tsx"
import { Icon } from "../../views/ui/Icon.tsx"
import { ErrorMark, Success } from "../../views/ui/icons.tsx"
import { Facts, KeyValue } from "../../views/ui/KeyValue.tsx"
import { Money } from "../../views/ui/Money.tsx"
import { qrPath } from "../../views/ui/qrPath.ts"
import { RemoteImage } from "../../views/ui/RemoteImage.tsx"
import { Row } from "../../views/ui/Row.tsx"
import { Snack } from "../../views/ui/Snack.tsx"
import { Spinner } from "../../views/ui/Spinner.tsx"
import { splitMoney } from "../../views/ui/splitMoney.ts"
import { Tabs } from "../../views/ui/Tabs.tsx"
import { Divider } from "../../views/ui/Text.tsx"
import { Tile, Tiles } from "../../views/ui/Tile.tsx"
import { Check } from "../../views/ui/Toggle.tsx"
import { VirtualList } from "../../views/ui/VirtualList.tsx"
import { mounted } from "../fixtures/mounted.ts"

function Priced({ price, called }: { readonly price: ReadonlySignal<string>; readonly called: () => void }) {
  called()
  return <Money>{price}</Money>
}

function Scrolled({ children }: { readonly children: (scroller: RefObject<HTMLElement | null>) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} data-scrolls="">
      {children(box)}
    </div>
  )
}

const page = mounted()
const show = (node: ReactNode): void => act(() => page.render(<StrictMode>{node}</StrictMode>))
const find = (selector: string): HTMLElement => {
  const found = page.place.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector} in ${page.place.innerHTML}`)
  return found
}
const press = (element: HTMLElement, key: string): void =>
  act(() => void element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe("styles", () => {
  it("add no style element to the page", () => {
    // A part of this test alone, because those that earlier test files have shown are not styled again.
    const part = css({ marginInlineStart: "3px" })
    show(<p className={part().toString()}>Continue</p>)
    expect(document.querySelector("style")).toBeNull()
  })
})

describe("a button", () => {
  it.each([
    ["disabled", { disabled: true, busy: false }],
    ["busy", { disabled: false, busy: true }],
  ])("that is %s stays in the tab order and ignores clicks, also for its form", (_, state) => {
    const pressed = vi.fn()
    const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    show(
      <form onSubmit={sent}>
        <Button {...state} submit onClick={pressed}>
          Go
        </Button>
      </form>,
    )
    act(() => find("button").click())
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([0, 0])
    expect(find("button").hasAttribute("disabled")).toBe(false)
    expect(find("button").getAttribute("aria-disabled")).toBe("true")
    expect(find("button").getAttribute("aria-busy")).toBe(state.busy ? "true" : null)
  })

  it("is a link if it has an address", () => {
    show(<Button href="https://a.example/x">Get</Button>)
    expect(find("a").getAttribute("href")).toBe("https://a.example/x")
    expect(find("a").getAttribute("rel")).toBe("noopener noreferrer")
  })

  it.each(["javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "nonsense"])(
    "is not a link to %j",
    (href) => {
      show(<Button href={href}>Get</Button>)
      expect(page.place.querySelector("a")).toBeNull()
    },
  )
})

describe("a snack", () => {
  it.each([
    ["success", <Icon key="success" of={Success} />],
    ["error", <Icon key="error" of={ErrorMark} />],
    ["loading", <Spinner key="loading" />],
  ] as const)("has the mark of its variant, and its message: %s", (kind, mark) => {
    show(
      <>
        <i>{mark}</i>
        <Snack kind={kind}>Copied</Snack>
      </>,
    )
    expect(find("[data-snack] > span").innerHTML).toBe(find("i").innerHTML)
    expect(find(`[data-snack="${kind}"]`).textContent).toBe("Copied")
  })
})

describe("a row", () => {
  it("is a button that passes data attributes through and is named by its text", () => {
    const chosen = vi.fn()
    show(
      <Row data-wallet="halyard" end="Recent" onClick={chosen}>
        Halyard
      </Row>,
    )
    act(() => find('button[data-wallet="halyard"]').click())
    expect(chosen).toHaveBeenCalledOnce()
    expect(find("button").textContent).toBe("HalyardRecent")
  })

  it("isolates a name with direction marks", () => {
    show(<Row end="Recent">{"\u202eevil"}</Row>)
    expect(find("bdi").textContent).toBe("\u202eevil")
  })
})

describe("a picture", () => {
  it("Image preload timeout: 2 s, then the first letter stands in for it until it comes", () => {
    vi.useFakeTimers()
    show(<RemoteImage name=" aquarelle" src="https://a.example/logo.png" size={40} />)
    expect(page.place.textContent).toBe("")
    act(() => vi.advanceTimersByTime(images.preload - 1))
    expect(page.place.textContent).toBe("")
    act(() => vi.advanceTimersByTime(1))
    expect(page.place.textContent).toBe("A")
    act(() => void find("img").dispatchEvent(new Event("load")))
    expect(page.place.textContent).toBe("")
  })

  it("shows the letter when it fails, and loads again for another address", () => {
    show(<RemoteImage name="Quill" src="https://a.example/1.png" size={40} />)
    act(() => void find("img").dispatchEvent(new Event("error")))
    expect([page.place.textContent, page.place.querySelector("img")]).toEqual(["Q", null])
    show(<RemoteImage name="Quill" src="https://a.example/2.png" size={40} />)
    expect(find("img").getAttribute("src")).toBe("https://a.example/2.png")
  })

  it.each(["javascript:alert(1)", "data:text/html,x", "blob:https://a.example/1", "//a.example/x.png", ""])(
    "is never loaded from %j",
    (src) => {
      show(<RemoteImage name="Quill" src={src} size={40} />)
      expect(page.place.querySelector("img")).toBeNull()
    },
  )

  it("sends no referrer", () => {
    show(<RemoteImage name="Quill" src="https://a.example/1.png" size={40} />)
    expect(find("img").getAttribute("referrerpolicy")).toBe("no-referrer")
  })
})

describe("money", () => {
  it.each([
    ["$12,480.52", ["$", "12,480", ".52", ""]],
    ["2.418 ETH", ["", "2", ".418", " ETH"]],
    ["1,204 TLN", ["", "1,204", "", " TLN"]],
    ["+$132.10", ["+$", "132", ".10", ""]],
    ["0", ["", "0", "", ""]],
    ["••••", ["", "••••", "", ""]],
    [{ text: "12.480,52 €", decimal: "," }, ["", "12.480", ",52", " €"]],
    [{ text: "١٬٢٠٤٫٥٠", decimal: "٫" }, ["", "١٬٢٠٤", "٫٥٠", ""]],
  ])("splits %j into %j", (amount, expected) => {
    const { sign, whole, fraction, unit } = splitMoney(amount)
    expect([sign, whole, fraction, unit]).toEqual(expected)
  })

  it("follows a signal without rerendering its owner", () => {
    const price = signal("$8,214.30")
    const calls = vi.fn()
    show(<Priced price={price} called={calls} />)
    calls.mockClear()
    act(() => {
      price.value = "$8,215.10"
    })
    expect([page.place.textContent, calls.mock.calls.length]).toEqual(["$8,215.10", 0])
    expect(find("bdi").getAttribute("dir")).toBe("ltr")
  })

  it("shows another signal that replaces the previous one", () => {
    const [coin, sum] = [signal("2.418 ETH"), signal("$8,995.82")]
    show(<Money>{coin}</Money>)
    show(<Money>{sum}</Money>)
    expect(page.place.textContent).toBe("$8,995.82")
    act(() => {
      sum.value = "$9,001.10"
    })
    expect(page.place.textContent).toBe("$9,001.10")
  })
})

describe("an address", () => {
  const address = "0x7A3fBc04d1E2915f3Aa5e7B2c6f08d4E5b9c41d2"

  it("shows in full in groups of four, with emphasized ends", () => {
    const { prefix, parts } = groups(address)
    expect(prefix).toBe("0x")
    expect(parts.map(({ text }) => text).join("")).toBe(address.slice(2))
    expect(parts.filter(({ end }) => end).map(({ text }) => text)).toEqual(["7A3f", "41d2"])
    expect(groups("").parts).toEqual([])
  })

  it("is read out and copied as one word", () => {
    show(<WholeAddress address={address} />)
    expect(find("[aria-hidden]").textContent).toBe(address)
    expect(page.place.querySelector("bdi > :not([aria-hidden])")?.textContent).toBe(address)
  })

  it("has its own identicon, whatever its case", () => {
    expect(identicon(address)).toEqual(identicon(address.toLowerCase()))
    const seen = new Set(Array.from({ length: 200 }, (_, index) => JSON.stringify(identicon(`0x${index}`))))
    expect(seen.size).toBeGreaterThanOrEqual(16)
  })
})

describe("tabs", () => {
  const options = [
    { value: "tokens", label: "Tokens" },
    { value: "nfts", label: "NFTs" },
    { value: "activity", label: "Activity" },
  ] as const

  it.each([
    ["ArrowRight", "nfts"],
    ["ArrowLeft", "activity"],
    ["End", "activity"],
  ])("%s selects %s", (key, expected) => {
    const chosen = vi.fn()
    show(<Tabs name="Show" options={options} value="tokens" onChoose={chosen} />)
    find('[aria-selected="true"]').focus()
    press(find('[aria-selected="true"]'), key)
    expect(chosen).toHaveBeenCalledExactlyOnceWith(expected)
  })

  it("are one tab stop", () => {
    show(<Tabs name="Show" options={options} value="nfts" onChoose={() => {}} />)
    expect([...page.place.querySelectorAll('[role="tab"]')].map((tab) => tab.getAttribute("tabindex"))).toEqual([
      "-1",
      "0",
      "-1",
    ])
  })
})

describe("a QR code", () => {
  it("draws every dark module once, except the finders and the cleared middle", () => {
    const modules = Array.from({ length: 25 }, () => Array.from({ length: 25 }, () => true))
    const area = (path: string): number => [...path.matchAll(/h(\d+)/g)].reduce((sum, [, run]) => sum + Number(run), 0)
    expect(area(qrPath(modules, false))).toBe(25 * 25 - 3 * 49)
    expect(area(qrPath(modules, true))).toBe(25 * 25 - 3 * 49 - 25)
  })
})

describe("a virtual list", () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => `w${index}`)
  const render = (id: string): ReactNode => <button type="button">{id}</button>

  it("renders the visible rows and exposes the list's length", () => {
    show(<VirtualList name="Wallets" ids={ids} pitch={56} render={render} />)
    const items = [...page.place.querySelectorAll("li")]
    expect(items.length).toBeLessThan(40)
    expect(items[3]?.getAttribute("aria-posinset")).toBe("4")
    expect(items[3]?.getAttribute("aria-setsize")).toBe("5000")
  })

  it("renders no more when it mounts together with its scroller", () => {
    // As in a browser: the scroller is 400 px high, its content as high as the list.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(function (this: HTMLElement) {
      return this.dataset.scrolls === undefined ? ids.length * 56 : 400
    })
    show(<Scrolled>{(scroller) => <VirtualList name="Wallets" {...{ ids, render, scroller }} pitch={56} />}</Scrolled>)
    expect(page.place.querySelectorAll("li")).toHaveLength(10)
  })

  it("renders a window's worth when only the page scrolls, and follows the page", () => {
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(ids.length * 56)
    show(<VirtualList name="Wallets" ids={ids} pitch={56} render={render} />)
    const most = Math.ceil(window.innerHeight / 56) + 9
    expect(page.place.querySelectorAll("li").length).toBeLessThan(most)
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ top: -100 * 56 } as DOMRect)
    act(() => void document.dispatchEvent(new Event("scroll")))
    const items = [...page.place.querySelectorAll("li")]
    expect(items.length).toBeLessThan(most)
    expect(items[0]?.dataset.item).toBe("98")
  })

  it("keeps the focused row mounted", () => {
    const tall = vi.fn((from: number) => from)
    show(<VirtualList name="Wallets" ids={ids} pitch={56} render={render} onShow={({ from }) => tall(from)} />)
    const first = find("button")
    act(() => first.focus())
    const list = find("ul")
    vi.spyOn(list, "getBoundingClientRect").mockReturnValue({ top: -100_000 } as DOMRect)
    act(() => void list.parentElement?.dispatchEvent(new Event("scroll")))
    expect(tall.mock.lastCall?.[0]).toBeGreaterThan(1_000)
    expect(document.activeElement).toBe(first)
    expect([...page.place.querySelectorAll("li")].length).toBeLessThan(40)
    act(() => first.blur())
    expect(first.isConnected).toBe(false)
  })

  it("moves the focus with the arrow keys, also to a row that was not rendered", () => {
    show(<VirtualList name="Wallets" ids={ids} pitch={56} render={render} />)
    act(() => find("button").focus())
    press(find("button"), "ArrowDown")
    expect(document.activeElement?.textContent).toBe("w1")
    press(document.activeElement as HTMLElement, "End")
    expect(document.activeElement?.textContent).toBe("w4999")
  })

  it("has sections with headings, each counted separately, which the arrow keys cross", () => {
    const unseen = vi.fn(() => "September")
    const parts = [
      { key: "a", heading: () => "November", count: 2 },
      { key: "b", heading: () => "October", count: 3_998 },
      { key: "c", heading: unseen, count: 1_000 },
    ]
    show(<VirtualList name="Activity" ids={ids} pitch={56} parts={parts} render={render} />)
    const items = [...page.place.querySelectorAll("li")]
    expect(items.length).toBeLessThan(40)
    expect([...page.place.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual([
      "November",
      "October",
    ])
    expect(
      items
        .slice(0, 3)
        .map((item) => [item.ariaPosInSet ?? item.getAttribute("aria-posinset"), item.getAttribute("aria-setsize")]),
    ).toEqual([
      ["1", "2"],
      ["2", "2"],
      ["1", "3998"],
    ])
    expect(unseen).not.toHaveBeenCalled()
    act(() => items[1]?.querySelector("button")?.focus())
    press(document.activeElement as HTMLElement, "ArrowDown")
    expect(document.activeElement?.textContent).toBe("w2")
  })
})

describe("grouping parts", () => {
  it("name their contents: facts by term, tiles by their text or label, a checkbox by its label", () => {
    const agreed: boolean[] = []
    show(
      <>
        <Facts>
          <KeyValue name="Network">Base</KeyValue>
        </Facts>
        <Divider>or</Divider>
        <Tiles>
          <Tile icon={<svg aria-hidden="true" />}>Buy</Tile>
          <Tile icon={<svg aria-hidden="true" />} aria-label="X" />
        </Tiles>
        <Check checked={false} onChange={(on) => agreed.push(on)}>
          I agree
        </Check>
      </>,
    )

    expect(find("dt").textContent).toBe("Network")
    expect(find("dd").textContent).toBe("Base")
    expect(page.place.textContent).toContain("or")
    expect(
      [...page.place.querySelectorAll("button")].map((tile) => tile.getAttribute("aria-label") ?? tile.textContent),
    ).toEqual(["Buy", "X"])
    act(() => find("input").click())
    expect(agreed).toEqual([true])
    expect(find("label").textContent).toContain("I agree")
  })
})
