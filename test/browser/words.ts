import type { Page } from "@playwright/test"
import { demoAccounts } from "../../layers/demo/accounts.ts"
import { directoryOf } from "../../layers/demo/provider/directory.ts"
import { knownTokens } from "../../layers/demo/provider/tokens.ts"
import { works } from "../../layers/demo/wallets/collectibles.ts"
import { installed, onPhone, outside } from "../../layers/demo/wallets/list.ts"
import { socialNames } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import * as networks from "../../src/options/networks.ts"
import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"

/** More than the demo has names for, to get all of them. */
const wallets = directoryOf(1_000, 1).map(({ name }) => name)
const chains = Object.values(networks).flatMap((one) =>
  typeof one === "object" && one !== null && "nativeCurrency" in one
    ? [one.name, one.nativeCurrency.name, one.nativeCurrency.symbol]
    : [],
)

const pairs = (traits: object = {}) =>
  Object.entries(traits)
    .flat()
    .map(String)
    .filter((word) => /[a-z]/i.test(word))

/** Names that are the same in every language: those of the demo world and of third-party services. */
const names: readonly string[] = [
  ...[...wallets, ...bundledWallets.map(({ name }) => name)],
  ...[...installed, onPhone, outside].map(({ name }) => name),
  ...chains,
  ...Object.values(namespaceTable).map(({ label }) => label),
  ...knownTokens().flatMap(({ name, symbol }) => [name, symbol]),
  ...demoAccounts.flatMap(({ name, address }) => [name ?? "", address]),
  ...Object.values(socialNames),
  // Wallets, the site and providers, tokens and NFTs, sessions and the functions they may call.
  ..."WalletConnect;Phantom;Own;Fernhill;Quayside;Millrace;Larkspur;Meld;USD;Optimism Goerli".split(";"),
  ...works.flatMap(({ name, collection, description, traits }) => [name, collection, description, ...pairs(traits)]),
  ..."Torn canvas;Unframed;Attic".split(";"),
  ..."Masks of Ulm;Orchard pass;PASS;Quayside Market;Lamplight;Tidepool;placeBid and cancelBid;harvest".split(";"),
  // Text of the secure site.
  "This code is not the one that was sent. Try again.",
].sort((one, other) => other.length - one.length)

/**
 * Data by shape: addresses and parts of them, hosts, email addresses, codes, and the output of `Intl`, which does not
 * know en-XA.
 */
const shapes: readonly RegExp[] = [
  /\S*@\S+/g,
  /[\w-]+(\.[\w-]+)+/g,
  /\.reown\.id/g,
  /\b(0x|bc1|tb1)\w*(\.\.\.\w+)?/g,
  /\b\w+\.\.\.\w+/g,
  /\b[0-9a-f]{4}\b/gi,
  /\bAPKTW?\d+\b/g,
  /\b\d+ ?(s|m|h|d|sec|min|hr|days?) ?(ago)?\b|\bnow\b|\bday\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[AP]M\b/g,
  /\b(January|February|March|April|June|July|August|September|October|November|December)\b/g,
  /\b(US Dollar|Euro|British Pound)\b/g,
]

/** Letters that the pseudo-locale en-XA marks, and the end marker of its sentences. */
const marked = /[ÅåÇçÐđÉéĜĝĤĥÎîĻļÑñÖöŔŕŠšŢţÛûÝýŽž~]/

/** Words of an en-XA text that come from no message: neither marked nor data. */
export const unmarked = (text: string): readonly string[] => {
  // EIP-4361 messages are in English.
  if (text.includes(" wants you to sign in with your ")) return []
  const left = [...names.filter(Boolean), ...shapes].reduce<string>(
    (rest, data) => (typeof data === "string" ? rest.split(data).join(" ") : rest.replace(data, " ")),
    text,
  )
  return left
    .split(/[^\p{L}\p{M}~]+/u)
    .filter((word) => /[a-z]{2}/i.test(word) && /[aeiouy]/i.test(word) && !marked.test(word))
}

/** Words of the modal that come from no message, one per line. Requires the locale en-XA. */
export const hardCoded = async (page: Page): Promise<readonly string[]> => {
  const said = await page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const spoken = [
      "aria-label",
      "aria-description",
      "aria-roledescription",
      "aria-valuetext",
      "placeholder",
      "title",
      "alt",
    ]
    // A snack keeps the language it was shown in; the demo's secure site is a third-party page.
    const foreign = "[inert], style, [data-snack], [aria-label='Demo secure site']"
    const pieces: { text: string; where: string }[] = []
    for (const at of root?.querySelectorAll("*") ?? []) {
      if (at.closest(foreign) || !at.checkVisibility({ visibilityProperty: true })) continue
      const where = at.outerHTML.slice(0, 160)
      const texts = Array.from(at.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : " "))
      // An isolated run is one text, whatever is marked in it.
      const own = at.matches("bdi") ? at.textContent : at.closest("bdi") ? "" : texts.join("")
      pieces.push({ text: own ?? "", where })
      for (const name of spoken) pieces.push({ text: at.getAttribute(name) ?? "", where: `${name} of ${where}` })
    }
    return pieces.filter(({ text }) => text.trim() !== "")
  })
  return said.flatMap(({ text, where }) => unmarked(text).map((word) => `"${word}" in "${text.trim()}": ${where}`))
}

/** Text that is cut off, one per line: at an edge without a title, or beyond its control. */
export const clipped = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    const root = document.querySelector("portico-modal")?.shadowRoot
    const card = root?.querySelector("[data-bar]")?.parentElement
    if (!root || !card) return ["there is no card"]
    const isCut = (overflow: string) => overflow === "hidden" || overflow === "clip"
    const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll"
    /** Why the text of an element is cut off. */
    const why = (at: Element, box: DOMRect): string | undefined => {
      let [across, down] = [true, true]
      for (let up: Element | null = at; up && up !== card && (across || down); up = up.parentElement) {
        const { overflowX, overflowY, display, position, clipPath } = getComputedStyle(up)
        const edge = up.getBoundingClientRect()
        // Only for screen readers.
        if (clipPath !== "none" || edge.width <= 1) return undefined
        const control =
          up.matches("button, a, [role=tab], [role=switch], [role=option]") && !display.startsWith("inline")
        if (across && (control || isCut(overflowX)) && (box.left < edge.left - 1 || box.right > edge.right + 1))
          return control ? "beyond its control" : "cut across"
        if (down && (control || isCut(overflowY)) && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
          return control ? "above or below its control" : "cut at the top or the bottom"
        across &&= !scrolls(overflowX)
        down &&= !scrolls(overflowY)
        if (position === "absolute" || position === "fixed") return undefined
      }
      return undefined
    }
    const wrong: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.parentElement
      const text = texts.currentNode.textContent?.trim() ?? ""
      if (!at || text === "" || at.closest("[inert], style, svg")) continue
      if (!at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const box = range.getBoundingClientRect()
      const whole = at.closest("[title]")?.getAttribute("title") ?? ""
      const reason = box.width > 0 && !whole.includes(text) ? why(at, box) : undefined
      if (reason) wrong.push(`${reason}: "${text.slice(0, 80)}" in ${at.outerHTML.slice(0, 160)}`)
    }
    return wrong
  })
