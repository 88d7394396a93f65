import { find, make, say } from "./dom.ts"
import { offers } from "./featureControls.ts"
import type { Layers, Modal } from "./packageImports.ts"
import { secureSite } from "./secureSite.ts"
import { windows } from "./walletWindows.ts"

type World = Layers.World
type Wallet = Layers.DemoWallet

/** Shows the demo's controls: buttons, and keys for use while the modal covers them. */
export const controls = (world: World, modal: Modal) => {
  for (const part of document.querySelectorAll<HTMLElement>("[data-demo]")) part.hidden = false
  const panel = find(".controls")
  const networks = modal.state.networks.peek()
  const cards = [
    ...[...world.wallets.values()]
      .filter(({ namespace }) => networks.some(({ chainNamespace }) => chainNamespace === namespace))
      .map((wallet) => walletCard(wallet, wallet.external ? outside : installed)),
    walletCard(world.phone, phone),
    walletCard(world.secure, secure),
    servicesCard(world),
    chainsCard(world),
    ...(world.wallets.has(external) ? [] : [externalCard()]),
  ]
  panel.replaceChildren(...offers(), ...cards.map(({ element }) => element))
  world.watch(() => {
    for (const { update } of cards) update()
  })
  for (const { update } of cards) update()
  windows(world)
  secureSite(world)
  document.addEventListener("keydown", (event) => press(event, world, modal))
}

interface Card {
  readonly element: HTMLElement
  readonly update: () => void
}

/** Behaviors a kind of wallet can be set to, and labels of its actions. */
interface Kind {
  readonly manners: Readonly<Record<string, Layers.Manner>>
  readonly yes: string
  readonly leave: string
  readonly about: string
}

const installed: Kind = {
  manners: {
    Approves: { connect: "approve", switch: "approve", sign: "approve", oneClick: false },
    "Approves and signs in": { connect: "approve", switch: "approve", sign: "approve", oneClick: true },
    Rejects: { connect: "reject", switch: "reject", sign: "reject" },
    "Waits for your decision": { connect: "hang", switch: "hang", sign: "hang" },
    "Takes 6 seconds": { connect: "slow", switch: "slow", sign: "slow" },
    "Has a prompt pending": { connect: "pending", switch: "pending", sign: "pending" },
  },
  yes: "Approve",
  leave: "Disconnect",
  about: "In the browser",
}
const outside: Kind = { ...installed, about: "Outside the browser" }
const phone: Kind = {
  manners: {
    "Waits for your decision": { connect: "hang", delay: 0 },
    "Scans automatically": { connect: "approve", delay: 1_500, oneClick: false },
    "Scans and signs in": { connect: "approve", delay: 1_500, oneClick: true },
    Rejects: { connect: "reject", delay: 1_500 },
  },
  yes: "Scan QR code",
  leave: "End session",
  about: "On the phone",
}

const secure: Kind = {
  manners: {
    "Waits for your decision": { connect: "approve", sign: "hang", delay: 700 },
    Approves: { connect: "approve", sign: "approve", delay: 700 },
    Rejects: { connect: "reject", sign: "reject", delay: 700 },
  },
  yes: "Approve",
  leave: "Log out",
  about: "In the secure frame",
}

const walletCard = (wallet: Wallet, kind: Kind): Card => {
  const status = make("span", { className: "status" })
  const manners = Object.keys(kind.manners)
  const select = make(
    "select",
    { onchange: () => wallet.behave(kind.manners[select.value] ?? {}) },
    ...manners.map((name) => make("option", {}, name)),
  )
  const button = (name: string, press: () => unknown) =>
    make("button", { type: "button", className: "quiet small", onclick: () => void press() }, name)
  const yes = button(kind.yes, wallet.approve)
  const no = button("Reject", wallet.reject)
  const lock = button("Lock", () => (wallet.state().locked ? wallet.unlock() : wallet.lock()))
  const other = button("Other account", () =>
    wallet.select((wallet.state().selected + 1) % wallet.state().addresses.length),
  )
  const leave = button(kind.leave, wallet.leave)
  other.hidden = kind === secure || wallet.state().addresses.length < 2
  // The modal has its own button to log out of the embedded wallet.
  lock.hidden = leave.hidden = kind === secure

  return {
    element: make(
      "fieldset",
      {},
      make("legend", {}, make("img", { src: wallet.icon, alt: "", width: 28, height: 28 }), wallet.name),
      status,
      make("label", {}, "Response", select),
      make("div", { className: "row" }, yes, no, lock, other, leave),
    ),
    update: () => {
      const { openPrompts, granted, locked, manner } = wallet.state()
      yes.disabled = no.disabled = openPrompts.length === 0
      leave.disabled = !granted
      lock.textContent = locked ? "Unlock" : "Lock"
      status.textContent = [
        kind.about,
        granted && "connected",
        locked && "locked",
        openPrompts.length > 0 && `prompts: ${openPrompts.join(", ")}`,
      ]
        .filter(Boolean)
        .join(" · ")
      const shown = manners.find((name) => isSo(kind.manners[name] ?? {}, manner))
      if (shown !== undefined) select.value = shown
    },
  }
}

/** Card that adds the external connector, which exists only if the script names it. */
const externalCard = (): Card => {
  const bring = () => {
    const query = new URLSearchParams(location.search)
    const script = JSON.parse(query.get("script") ?? "{}")
    query.set("script", JSON.stringify({ ...script, wallets: { ...script.wallets, [external]: "approve" } }))
    location.search = query.toString()
  }
  return {
    element: make(
      "fieldset",
      {},
      make("legend", {}, "Latchkey"),
      make("span", { className: "status" }, "A wallet that connects without an extension"),
      make(
        "div",
        { className: "row" },
        make("button", { type: "button", className: "quiet small", onclick: bring }, "Add"),
      ),
    ),
    update: () => {},
  }
}

const external = "example.latchkey"

/** Whether a wallet behaves as wanted. */
const isSo = (wanted: Layers.Manner, now: Layers.Manner) =>
  (wanted.oneClick === undefined || wanted.oneClick === (now.oneClick ?? false)) &&
  (["connect", "sign"] as const).every((question) => (wanted[question] ?? "approve") === (now[question] ?? "approve"))

/** Fault channels and endpoints, by the label of what visitors see of them. */
const services: Readonly<Record<string, readonly string[]>> = {
  "All services": ["api", "rpc", "relay", "frame"],
  "Wallet directory": ["wallets"],
  Balances: ["balance"],
  Activity: ["history"],
  "Names and images": ["identity", "lookUpName", "namesOf"],
  "Swap prices": ["swapQuotes", "prices"],
  "Purchase quotes": ["onrampQuote"],
  Exchanges: ["exchanges", "payUrl", "buyStatus"],
  "Network nodes": ["rpc"],
  Relay: ["relay"],
  "Secure site": ["frame"],
}

const servicesCard = (world: World): Card => {
  const states: Readonly<Record<string, Layers.Fault | undefined>> = {
    "Responds at once": undefined,
    "Takes 2 seconds": { delay: 2_000 },
    "Responds with 503": { status: 503 },
    Unreachable: { offline: true },
  }
  const chosen = new Map<string, string>()
  const service = make(
    "select",
    {
      onchange: () => {
        select.value = chosen.get(service.value) ?? "Responds at once"
      },
    },
    ...Object.keys(services).map((name) => make("option", {}, name)),
  )
  const select = make(
    "select",
    {
      onchange: () => {
        chosen.set(service.value, select.value)
        for (const line of services[service.value] ?? []) {
          const fault = states[select.value]
          if (fault) world.faults.set(line, fault)
          else world.faults.heal(line)
        }
      },
    },
    ...Object.keys(states).map((name) => make("option", {}, name)),
  )
  const offline = make("input", {
    type: "checkbox",
    onchange: () => void dispatchEvent(new Event(offline.checked ? "offline" : "online")),
  })
  const tick = make("button", { type: "button", className: "quiet small", onclick: world.market.tick }, "Change prices")
  return {
    element: make(
      "fieldset",
      {},
      make("legend", {}, "Services"),
      make("span", { className: "status" }, "Faults of network services"),
      make("label", {}, "Service", service),
      make("label", {}, "Behavior", select),
      make("label", { className: "check" }, offline, "Browser offline"),
      make("div", { className: "row" }, tick),
    ),
    update: () => {},
  }
}

/** Card for what chains do to transactions: the buttons act on the latest one. */
const chainsCard = ({ ledger }: World): Card => {
  const status = make("span", { className: "status" })
  const hash = () => `0x${ledger.moved.at(-1)?.id}`
  const button = (name: string, act: () => boolean | undefined, done: string) => {
    const onclick = () => say(act() === false ? "No transaction is pending." : done)
    return make("button", { type: "button", className: "quiet small", onclick }, name)
  }
  return {
    element: make(
      "fieldset",
      {},
      make("legend", {}, "Chains"),
      status,
      make(
        "div",
        { className: "row" },
        button("Drop", () => ledger.drop(hash()), "The nodes no longer know the transaction."),
        button("Cancel", () => ledger.replace(hash(), "cancellation"), "Another transaction has its nonce."),
        button("Speed up", () => ledger.replace(hash(), "repricing"), "It is mined with a higher fee."),
        button("Reorganize", () => void ledger.reorganize(), "The last blocks are replaced."),
      ),
    ),
    update: () => {
      status.textContent = `What happens to the latest transaction · ${ledger.moved.length} sent`
    },
  }
}

const press = (event: KeyboardEvent, world: World, modal: Modal) => {
  const [at] = event.composedPath()
  const typing = at instanceof HTMLElement && (at.isContentEditable || /^(input|select|textarea)$/i.test(at.tagName))
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const prompting = [...world.wallets.values(), world.secure].filter((wallet) => wallet.state().openPrompts.length > 0)
  const { active } = modal.state.accounts[modal.state.namespace.peek()].peek()
  const used = active === "walletConnect" ? world.phone : world.wallets.get(active ?? "")
  switch (event.key.toLowerCase()) {
    case "p":
      if (world.phone.approve()) say("The phone scanned the QR code.")
      return
    case "y":
      for (const wallet of prompting) wallet.approve()
      return
    case "n":
      for (const wallet of [...prompting, world.phone]) wallet.reject()
      return
    case "l":
      if (used?.state().locked) used.unlock()
      else used?.lock()
      return
    case "t":
      world.market.tick()
  }
}
