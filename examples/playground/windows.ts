import { find, make } from "./dom.ts"
import type { Layers } from "./portico.ts"

/** The wallets' own windows: one for each that waits for its holder. They lie over the page, as an extension's do. */
export const windows = (world: Layers.World) => {
  const place = make("div", { className: "windows" })
  find("body").append(place)
  const update = () => {
    const asking = [...world.wallets.values()].filter((wallet) => {
      const { asking, manner } = wallet.state()
      const told = (question: (typeof asking)[number]) =>
        manner[question] ?? (question === "send" || question === "watch" ? manner.sign : undefined)
      return asking.some((question) => told(question) === "hang" || told(question) === "pending")
    })
    const shown = asking.map(({ id, state }) => `${id} ${state().asking}`).join()
    if (place.dataset.shown === shown) return
    place.dataset.shown = shown
    place.replaceChildren(...asking.map(windowOf))
  }
  world.watch(update)
  // A wallet may have asked before these windows were there.
  update()
}

const windowOf = (wallet: Layers.DemoWallet) => {
  const [question = "connect"] = wallet.state().asking
  const answer = (name: string, key: string, className: string, press: () => unknown) =>
    make("button", { type: "button", className, onclick: () => void press() }, name, make("kbd", {}, key))
  const panel = make(
    "section",
    { className: "wallet-window", ariaLabel: wallet.name },
    make("header", {}, make("img", { src: wallet.icon, alt: "", width: 24, height: 24 }), wallet.name),
    make("h2", {}, questions[question].title),
    make("p", {}, questions[question].text),
    make(
      "div",
      { className: "row" },
      answer("Reject", "N", "quiet", wallet.reject),
      answer("Approve", "Y", "main", wallet.approve),
    ),
  )
  return panel
}

const questions = {
  connect: { title: "Fernhill would like to connect", text: "It will see your addresses. It cannot spend anything." },
  switch: { title: "Change network?", text: "Fernhill asks this wallet to use another network." },
  sign: { title: "Sign a message?", text: "Fernhill asks for a signature. It costs nothing." },
  watch: { title: "Add a token?", text: "Fernhill asks this wallet to list a token." },
  send: { title: "Send a transaction?", text: "It moves what you were shown, and costs a network fee." },
} as const
