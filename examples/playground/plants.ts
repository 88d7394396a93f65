import { find, make, say, short } from "./dom.ts"
import type { Modal } from "./packageImports.ts"

/** Shows the plants. Reserving one requests a signature from the wallet. */
export const stock = (modal: Modal) => {
  find<SVGElement>(".frond").innerHTML = frond(18, 320, 300)
  find(".shelf").replaceChildren(
    ...plants.map(({ name, note, price, art, tint }) => {
      const picture = make("div", { className: "art" })
      picture.innerHTML = `<svg viewBox="0 0 160 120" aria-hidden="true">${art}</svg>`
      picture.style.setProperty("--tint", tint)
      const button = make("button", { className: "quiet", type: "button" }, "Reserve")
      button.ariaLabel = `Reserve ${name}`
      button.onclick = () => void reserve(modal, name, price)
      return make(
        "li",
        {},
        picture,
        make("h3", {}, name),
        make("p", {}, note),
        make("div", { className: "row" }, make("strong", {}, `${price} USDC`), button),
      )
    }),
  )
}

const reserve = async (modal: Modal, name: string, price: string) => {
  if (modal.getState().address === undefined && !(await connected(modal))) return
  say("Approve the signature in your wallet to reserve it.")
  try {
    const signature = await modal.signMessage({ message: `Fernhill: reserve one ${name} for ${price} USDC.` })
    say(`${name} is reserved for you. Signature: ${short(signature)}`)
  } catch (error) {
    say(`${name} was not reserved. ${error instanceof Error ? error.message : ""}`)
  }
}

/** Opens the modal. Resolves when it closes, with whether a wallet is connected. */
const connected = async (modal: Modal) => {
  await modal.open()
  // The visitor may have connected while the rest of the modal was loading.
  const { open, address } = modal.getState()
  if (!open) return address !== undefined
  return new Promise<boolean>((resolve) => {
    const stop = modal.subscribe(({ open, address }) => {
      if (open) return
      stop()
      resolve(address !== undefined)
    })
  })
}

/** Draws a fern's frond: pairs of leaves along a bent stem, smaller towards its tip. */
const frond = (pairs: number, width: number, height: number) => {
  const at = (share: number) => ({
    x: width * (0.5 + 0.18 * Math.sin(share * 2.2)),
    y: height * (0.97 - 0.92 * share),
  })
  const leaf = (share: number, side: number) => {
    const { x, y } = at(share)
    const length = height * 0.4 * Math.sin(Math.PI * (0.18 + 0.8 * share)) * (1 - share * 0.35)
    const [tipX, tipY] = [x + side * length, y - length * 0.42]
    const bend = length * 0.16
    return `<path d="M${n(x)} ${n(y)}Q${n(x + side * length * 0.5)} ${n(y - length * 0.42)} ${n(tipX)} ${n(tipY)}Q${n(x + side * length * 0.55)} ${n(y - length * 0.02 + bend * 0.2)} ${n(x)} ${n(y + bend * 0.35)}Z" opacity="${n(0.55 + 0.45 * share)}"/>`
  }
  const shares = Array.from({ length: pairs }, (_, index) => 0.06 + (0.9 * index) / pairs)
  const stem = Array.from({ length: 24 }, (_, index) => at(index / 23))
  return `<path d="M${stem.map(({ x, y }) => `${n(x)} ${n(y)}`).join("L")}" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><g fill="currentColor">${shares
    .flatMap((share) => [leaf(share, 1), leaf(share, -1)])
    .join("")}</g>`
}

const n = (value: number) => Number(value.toFixed(1))

const plants = [
  {
    name: "Hart's ladder fern",
    note: "Two years old, in peat-free soil. Likes the north side of things.",
    price: "14.50",
    tint: "#2f8a5b",
    art: `<g transform="translate(40 8) scale(.25 .36)">${frond(14, 320, 300)}</g>`,
  },
  {
    name: "Shore samphire",
    note: "Sixty seeds from last autumn. Water it with a pinch of salt.",
    price: "3.20",
    tint: "#0d8083",
    art: `<g fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"><path d="M80 108V48M80 88c-22-4-26-18-26-34M80 78c22-4 26-18 26-38M80 62c-12-4-13-14-13-24M80 54c12-3 13-12 13-28"/></g><path d="M20 112h120" stroke="currentColor" stroke-width="4" stroke-linecap="round" opacity=".4"/>`,
  },
  {
    name: "Lantern oak",
    note: "A sapling that will outlive the receipt. Comes with its stake.",
    price: "38.00",
    tint: "#6d7d1c",
    art: `<path d="M77 60h6v52h-6z" fill="currentColor"/><path d="M80 12c22 0 34 14 34 28 12 4 14 26-6 28-6 8-18 8-28 4-10 4-22 4-28-4-20-2-18-24-6-28 0-14 12-28 34-28z" fill="currentColor" opacity=".75"/><path d="M40 112h80" stroke="currentColor" stroke-width="4" stroke-linecap="round" opacity=".4"/>`,
  },
  {
    name: "Moonwort bulbs",
    note: "A paper bag of nine. Plant them when nobody is looking.",
    price: "7.80",
    tint: "#6b49d6",
    art: `<g fill="currentColor"><path d="M80 112c-20 0-30-12-30-28 0-18 20-22 30-48 10 26 30 30 30 48 0 16-10 28-30 28z" opacity=".75"/><path d="M80 112c-8 0-13-12-13-28 0-16 8-24 13-44 5 20 13 28 13 44 0 16-5 28-13 28z"/></g><path d="M80 38c0-12 6-20 16-26" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>`,
  },
] as const
