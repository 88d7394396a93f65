import { find, make } from "./dom.ts"
import type { Layers } from "./packageImports.ts"

/** Shows a wallet window over the page for each pending prompt, like an extension does. */
export const windows = (world: Layers.World) => {
  const place = make("div", { className: "windows" })
  find("body").append(place)
  const update = () => {
    const prompting = [...world.wallets.values()].filter((wallet) => {
      const { openPrompts, manner } = wallet.state()
      const responseTo = (question: (typeof openPrompts)[number]) =>
        manner[question] ?? (question === "send" || question === "watch" ? manner.sign : undefined)
      return openPrompts.some((question) => responseTo(question) === "hang" || responseTo(question) === "pending")
    })
    const shown = prompting.map(({ id, state }) => `${id} ${state().openPrompts}`).join()
    if (place.dataset.shown === shown) return
    place.dataset.shown = shown
    place.replaceChildren(...prompting.map(windowOf))
  }
  world.watch(update)
  // A prompt may have been pending already.
  update()
}

const windowOf = (wallet: Layers.DemoWallet) => {
  const [question = "connect"] = wallet.state().openPrompts
  const decisionButton = (name: string, key: string, className: string, press: () => unknown) =>
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
      decisionButton("Reject", "N", "quiet", wallet.reject),
      decisionButton("Approve", "Y", "main", wallet.approve),
    ),
  )
  return panel
}

const questions = {
  connect: { title: "Fernhill would like to connect", text: "It will see your addresses, but can't move funds." },
  switch: { title: "Change network?", text: "Fernhill wants to switch this wallet to another network." },
  sign: { title: "Sign a message?", text: "Fernhill requests a signature. It's free." },
  watch: { title: "Add a token?", text: "Fernhill wants to add a token to this wallet." },
  send: { title: "Send a transaction?", text: "It does what you reviewed, and costs a network fee." },
} as const
