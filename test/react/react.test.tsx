// @vitest-environment happy-dom
import { Activity, act, type ReactNode, StrictMode } from "react"
import { createRoot, hydrateRoot, type Root } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createWorld, demo, type Script, type World, withoutPage } from "../../layers/demo.ts"
import type { Layers } from "../../layers/wire.ts"
import { base, mainnet, optimismGoerli } from "../../src/options/networks.ts"
import {
  AccountButton,
  ConnectButton,
  EmbeddedModal,
  ModalProvider,
  NetworkButton,
  useAccount,
  useBalances,
  useConnect,
  useConnections,
  useModal,
  useModalState,
  useNetwork,
  useSession,
  useWallets,
} from "../../src/react.tsx"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal, ModalOptions } from "../../src/stub/modal.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const halyard = "example.halyard"

let place: HTMLElement
let root: Root
let made = 0
const modals: Modal[] = []

/** Options of a modal on the demo layers that shares nothing with other tests. */
const optionsOf = (options: Partial<ModalOptions> = {}, script: Script | World = {}): ModalOptions => ({
  // Different from those of `testModal`, whose hints to restore stay in the page.
  id: `react-${++made}`,
  projectId: "a-project",
  networks: [mainnet, base],
  // A function, since a storage layer in the options would start the engine.
  layers: () => ({ ...withoutPage(), ...demo(script) }),
  ...options,
})

const modalOf = (...given: Parameters<typeof optionsOf>): Modal => {
  const modal = createModal(optionsOf(...given))
  modals.push(modal)
  return modal
}

const show = (node: ReactNode) => act(async () => root.render(<StrictMode>{node}</StrictMode>))

const showIn = (modal: Modal, node: ReactNode) => show(<ModalProvider modal={modal}>{node}</ModalProvider>)

const task = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** Waits until a condition holds. */
const eventually = async (holds: () => void) => {
  for (let turns = 500; ; turns--)
    try {
      return holds()
    } catch (error) {
      if (turns === 0) throw error
      await task()
    }
}

const button = (name: string | RegExp): HTMLButtonElement => {
  const all = [...place.querySelectorAll("button")]
  const found = all.find((one) => {
    const own = one.getAttribute("aria-label") ?? one.textContent ?? ""
    return typeof name === "string" ? own === name : name.test(own)
  })
  if (!found) throw new Error(`There is no button ${name} in ${place.innerHTML}`)
  return found
}

/** Shows the modal it is rendered in. */
function See({ seen }: { readonly seen: (modal: Modal) => void }) {
  seen(useModal())
  return null
}

const press = (name: string | RegExp) => act(async () => button(name).click())

function Theme({ of }: { readonly of: string }) {
  return <p>{`${of} ${useModal().state.themeMode.value}`}</p>
}

function Facts() {
  const { status, isConnected, isRestoring, caipAddress, connection } = useAccount()
  const solana = useAccount({ namespace: "solana" })
  const { network, caipNetworkId, networks } = useNetwork()
  const connections = [
    useConnections(),
    useConnections({ namespace: "eip155" }),
    useConnections({ namespace: "solana" }),
  ]
  const { initialized, open, activeChain, selectedNetworkId, view } = useModalState()
  const facts = {
    account: [status, isConnected, isRestoring, caipAddress?.split("0x")[0], connection?.connectorId],
    solana: solana.status,
    network: [network?.name, caipNetworkId, networks.length],
    connections: connections.map(({ length }) => length),
    modal: [initialized, open, activeChain, selectedNetworkId, view],
    session: useSession(),
  }
  return <p>{JSON.stringify(facts)}</p>
}

function Restoring({ seen }: { readonly seen: boolean[] }) {
  seen.push(useAccount().isRestoring)
  return null
}

function Loading() {
  const { open, loading } = useModalState()
  return <p>{`${open ? "open" : "closed"}${loading ? " loading" : ""}`}</p>
}

function Address({ called }: { readonly called: () => void }) {
  called()
  return <p>{useAccount().address}</p>
}

function Tokens() {
  const { tokens, error } = useBalances()
  return <p>{error?.message ?? tokens.map(({ symbol }) => symbol).join(" ")}</p>
}

function OwnWallets() {
  const { wallets, pairing } = useWallets()
  const { connect, cancel, status, error } = useConnect()
  return (
    <>
      {wallets.map((wallet) => (
        <button type="button" key={wallet.id} onClick={() => void connect(wallet).catch(() => {})}>
          {wallet.name}
        </button>
      ))}
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      {pairing?.uri} {error?.message} {status}
    </>
  )
}

beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  for (const modal of modals.splice(0)) await modal.destroy()
  place.remove()
  localStorage.clear()
  vi.restoreAllMocks()
})

describe("ModalProvider", () => {
  it("creates one modal for its options, even in StrictMode", async () => {
    const seen = new Set<Modal>()
    const see = <See seen={(modal) => seen.add(modal)} />
    const options = optionsOf()
    await show(
      <ModalProvider options={options}>
        {see}
        {see}
      </ModalProvider>,
    )
    await show(<ModalProvider options={optionsOf()}>{see}</ModalProvider>)
    await task()

    expect(seen.size).toBe(1)
    // It was not destroyed by StrictMode's extra unmount.
    const [modal] = [...seen]
    await expect(modal?.ready()).resolves.toBeUndefined()
  })

  it("destroys it once unmounted for good", async () => {
    let modal: Modal | undefined
    const options = optionsOf()
    const keep = (seen: Modal) => {
      modal = seen
    }
    await show(
      <ModalProvider options={options}>
        <See seen={keep} />
      </ModalProvider>,
    )
    await modal?.ready()
    await show(null)
    await task()

    await expect(modal?.ready()).rejects.toThrow("This modal was destroyed")
    const next = createModal(options)
    modals.push(next)
    await expect(next.ready()).resolves.toBeUndefined()
  })

  it("shares one modal between two providers with the same options, until the last unmounts", async () => {
    const seen = new Set<Modal>()
    const see = <See seen={(modal) => seen.add(modal)} />
    const options = optionsOf()
    const one = (key: string) => (
      <ModalProvider key={key} options={options}>
        {see}
      </ModalProvider>
    )
    await show([one("a"), one("b")])
    await show([one("b")])
    await task()
    expect(seen.size).toBe(1)
    const [modal] = [...seen]
    await expect(modal?.ready()).resolves.toBeUndefined()

    await show(null)
    await task()
    await expect(modal?.ready()).rejects.toThrow("This modal was destroyed")
  })

  it("keeps two modals apart: a component uses the nearest one", async () => {
    const [dark, light] = [modalOf({ themeMode: "dark" }), modalOf({ themeMode: "light" })]
    await show(
      <ModalProvider modal={dark}>
        <Theme of="outer" />
        <ModalProvider modal={light}>
          <Theme of="inner" />
        </ModalProvider>
      </ModalProvider>,
    )

    expect(place.textContent).toBe("outer darkinner light")
  })

  it("does not destroy a modal that the site created", async () => {
    const modal = modalOf()
    await showIn(modal, "here")
    await show(null)
    await task()

    await expect(modal.ready()).resolves.toBeUndefined()
  })

  it("creates another modal when a tree is shown again after being hidden for longer", async () => {
    const seen: Modal[] = []
    const keep = (modal: Modal) => {
      if (!seen.includes(modal)) seen.push(modal)
    }
    const options = optionsOf()
    const page = (mode: "visible" | "hidden") => (
      <Activity mode={mode}>
        <ModalProvider options={options}>
          <See seen={keep} />
        </ModalProvider>
      </Activity>
    )
    await show(page("visible"))
    await show(page("hidden"))
    await task()
    await expect(seen[0]?.ready()).rejects.toThrow("This modal was destroyed")

    await show(page("visible"))
    await task()
    expect(seen).toHaveLength(2)
    await expect(seen[1]?.ready()).resolves.toBeUndefined()
  })

  it("is named in the error if it is missing", async () => {
    vi.spyOn(console, "error").mockReturnValue()
    await expect(show(<ConnectButton />)).rejects.toThrow("useModal must be used inside <ModalProvider>")
  })
})

describe("hooks", () => {
  it("report connections as being restored until start-up has looked for them", async () => {
    localStorage.setItem("portico:restoring:restore", "1")
    const seen: boolean[] = []
    await showIn(modalOf({ id: "restoring" }), <Restoring seen={seen} />)
    await eventually(() => expect(seen.at(-1)).toBe(false))
    expect(seen[0]).toBe(true)
  })

  it("follow a visitor who connects, switches network and disconnects", async () => {
    const modal = modalOf()
    const facts = () => JSON.parse(place.textContent ?? "")
    await showIn(modal, <Facts />)
    expect(facts()).toEqual({
      account: ["disconnected", false, false, null, null],
      solana: "disconnected",
      network: ["Ethereum", "eip155:1", 2],
      connections: [0, 0, 0],
      modal: [false, false, "eip155", "eip155:1", null],
    })

    await act(() => modal.connect({ wallet: halyard }))
    expect(facts()).toMatchObject({
      account: ["connected", true, false, "eip155:1:", halyard],
      connections: [1, 1, 0],
      modal: [true, false, "eip155", "eip155:1", null],
    })

    await act(() => modal.switchNetwork({ network: "eip155:8453" }))
    expect(facts()).toMatchObject({
      account: ["connected", true, false, "eip155:8453:", halyard],
      network: ["Base", "eip155:8453", 2],
    })

    await act(async () => void (await modal.disconnect()))
    expect(facts()).toMatchObject({ account: ["disconnected", false, false, null, null], connections: [0, 0, 0] })
  })

  it("return no connections to a site with multi-wallet if the project has it off, and say so once", async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    const modal = modalOf({}, { project: { features: [] } })
    await showIn(modal, <Facts />)
    await act(() => modal.connect({ wallet: halyard }))
    await eventually(() => expect(modal.getState().alerts).toMatchObject([{ code: "", variant: "info" }]))

    expect(JSON.parse(place.textContent ?? "")).toMatchObject({
      account: ["connected", true, false, "eip155:1:", halyard],
      connections: [0, 0, 0],
    })
  })

  it("read balances only for a mounted component, not for a site that subscribes", async () => {
    const modal = modalOf()
    const listed = () => modal.getState().chains.eip155?.accountState
    await showIn(modal, <Tokens />)
    // The component that read them is unmounted.
    await showIn(modal, [<Facts key="facts" />, <AccountButton key="button" />])
    const end = modal.subscribe(() => undefined)
    await act(() => modal.connect({ wallet: halyard }))
    await eventually(() => expect(place.textContent).toMatch(/\d ETH/))
    // This returns after all earlier requests.
    await act(async () => void (await modal.fetchBalances()))
    expect(listed()).toMatchObject({ tokenBalance: [] })

    await showIn(modal, <Tokens />)
    await eventually(() => expect(place.textContent).toMatch(/ETH/))
    expect(listed()).not.toMatchObject({ tokenBalance: [] })
    end()
  })

  it("render their component again only if their values have changed", async () => {
    const modal = modalOf()
    let calls = 0
    await showIn(modal, <Address called={() => calls++} />)
    const before = calls
    await act(async () => {
      modal.setLocale("de")
      modal.setThemeMode("light")
      modal.addNetwork({ ...base, id: 99 })
      // The account's own signal changes, but not the returned values.
      await modal.switchNetwork({ network: "eip155:8453" })
    })

    expect(modal.state.network.value?.name).toBe("Base")
    expect(calls).toBe(before)
  })

  it("useModalState reports the modal as loading from the click until it is open or fails to open", async () => {
    const asked: { readonly hand: (layers: Layers) => void; readonly refuse: (why: Error) => void }[] = []
    let over = false
    const modal = modalOf({
      layers: () =>
        new Promise<Layers>((hand, refuse) => {
          asked.push({ hand, refuse })
          if (over) refuse(new Error("over"))
        }),
    })
    try {
      await showIn(modal, <Loading />)
      expect(place.textContent).toBe("closed")
      const outcomes: string[] = []
      const press = async () => {
        await act(async () => {
          modal.open().then(
            () => outcomes.push("open"),
            ({ message }: Error) => outcomes.push(message),
          )
        })
        expect(place.textContent).toBe("closed loading")
      }

      await press()
      await eventually(() => expect(asked).toHaveLength(1))
      await act(async () => asked[0]?.refuse(new Error("offline")))
      await eventually(() => expect(outcomes).toEqual(["offline"]))
      expect(place.textContent).toBe("closed")

      await press()
      await eventually(() => expect(asked).toHaveLength(2))
      await act(async () => asked[1]?.hand({ ...withoutPage(), ...demo() }))
      await eventually(() => expect(outcomes).toEqual(["offline", "open"]))
      expect(place.textContent).toBe("open")
      expect(modal.getState()).toMatchObject({ open: true, loading: false })
    } finally {
      // Otherwise a modal whose test failed could not be destroyed.
      over = true
      for (const { refuse } of asked) refuse(new Error("over"))
    }
  })

  it("a modal that is destroyed during a wallet's prompt stops loading", async () => {
    const modal = modalOf({}, { wallets: { [halyard]: { connect: "hang" } } })
    const asked = modal.connect({ wallet: halyard }).catch(({ message }: Error) => message)
    await eventually(() => expect(modal.getState().loading).toBe(true))
    await modal.destroy()

    expect(await asked).toBe("Request was aborted")
    expect(modal.getState()).toMatchObject({ loading: false, open: false })
  })

  it("useWallets and useConnect give a site the wallets, the pairing code, progress and errors", async () => {
    const world = createWorld({ tick: 0, wallets: { "*": { connect: "hang" } } })
    const wallet = world.wallets.get(halyard)
    const modal = modalOf({}, world)
    await showIn(modal, <OwnWallets />)
    await eventually(() => expect(place.textContent).toMatch(/Halyard/))
    const press = (name: RegExp) =>
      act(async () => [...place.querySelectorAll("button")].find((one) => name.test(one.textContent ?? ""))?.click())

    await press(/WalletConnect/)
    await eventually(() => expect(place.textContent).toMatch(/wc:.* connecting/))
    await press(/Cancel/)
    await eventually(() => expect(place.textContent).toMatch(/ idle$/))
    await press(/Halyard/)
    await eventually(() => expect(wallet?.state().openPrompts).toEqual(["connect"]))
    await act(async () => wallet?.reject())
    await eventually(() => expect(place.textContent).toMatch(/rejected.* failed$/i))
    expect(modal.getState().open).toBe(false)
  })

  it("useBalances loads nothing before a wallet is connected, and then reads while mounted", async () => {
    const modal = modalOf()
    await showIn(modal, <Tokens />)
    await task()
    expect(modal.state.initialized.value).toBe(false)

    await act(() => modal.connect({ wallet: halyard }))
    await eventually(() => expect(place.textContent).toMatch(/ETH/))
    await act(async () => void (await modal.disconnect()))
    expect(place.textContent).toBe("")
  })
})

describe("ConnectButton", () => {
  it("opens the modal", async () => {
    const modal = modalOf()
    const open = vi.spyOn(modal, "open").mockResolvedValue()
    await showIn(modal, <ConnectButton namespace="eip155" className="mine" />)
    const found = button("Connect Wallet")
    expect(found.type).toBe("button")
    expect(found.dataset).toMatchObject({ portico: "connect", theme: "dark" })
    expect(found.className).toBe("portico-button mine")

    await press("Connect Wallet")
    expect(open).toHaveBeenCalledExactlyOnceWith({ namespace: "eip155" })
  })

  it("leaves the click to the site if it prevents the default", async () => {
    const modal = modalOf()
    const open = vi.spyOn(modal, "open").mockResolvedValue()
    await showIn(modal, <ConnectButton onClick={(event) => event.preventDefault()} />)
    await press("Connect Wallet")
    expect(open).not.toHaveBeenCalled()

    await showIn(modal, <ConnectButton disabled />)
    expect(button("Connect Wallet").disabled).toBe(true)
  })

  it("says 'Connecting...' during the wallet's prompt, and disappears once it is approved", async () => {
    const world = createWorld({ wallets: { [halyard]: { connect: "hang" } } })
    const modal = modalOf({}, world)
    await showIn(modal, <ConnectButton />)
    const asked = modal.connect({ wallet: halyard })
    await eventually(() => expect(button("Connecting...").getAttribute("aria-busy")).toBe("true"))
    await eventually(() => expect(world.wallets.get(halyard)?.approve()).toBe(true))
    await act(() => asked)

    expect(place.querySelector("button")).toBeNull()
  })

  it("uses the site's texts", async () => {
    const modal = modalOf({ messages: { connectWallet: "Log in" } })
    await showIn(modal, <ConnectButton />)

    expect(button("Log in").textContent).toBe("Log in")
  })
})

describe("AccountButton", () => {
  it("shows 0.00 as the native balance on a testnet", async () => {
    const modal = modalOf({ networks: [optimismGoerli] }, { wallets: { [halyard]: { chain: 420, chains: [420] } } })
    await showIn(modal, <AccountButton />)
    await act(() => modal.connect({ wallet: halyard }))

    await eventually(() => expect(place.querySelector(".portico-balance")?.textContent).toBe("0.00 ETH"))
  })

  it("shows the first 4 and last 6 characters, the balance and a generated picture of the address", async () => {
    const modal = modalOf({}, { faults: { identity: { offline: true } } })
    const open = vi.spyOn(modal, "open").mockResolvedValue()
    await showIn(modal, <AccountButton />)
    expect(place.innerHTML).toBe("")

    const { accounts } = await act(() => modal.connect({ wallet: halyard }))
    const address = accounts[0]?.address ?? ""
    const shown = `${address.slice(0, 4)}...${address.slice(-6)}`
    await eventually(() => expect(place.textContent).toMatch(/^\d+\.\d{3} ETH/))
    expect(place.textContent).toBe(`${place.querySelector(".portico-balance")?.textContent}${shown}`)
    expect(
      button(new RegExp(`^Account: ${shown}, \\d+\\.\\d{3} ETH$`)).querySelector("svg.portico-avatar"),
    ).toBeTruthy()

    await press(/^Account/)
    expect(open).toHaveBeenCalledExactlyOnceWith({ view: "Account" })
  })

  it("shows the name of the account if it has one", async () => {
    const modal = modalOf()
    await showIn(modal, <AccountButton />)
    await act(() => modal.connect({ wallet: halyard }))

    await eventually(() => expect(button(/^Account: marguerite\.eth, /).querySelector("bdi")).toBeTruthy())
  })

  it("omits what the site hides", async () => {
    const modal = modalOf()
    await show(
      <ModalProvider modal={modal}>
        <AccountButton />
        <AccountButton balance={false} avatar={false} />
      </ModalProvider>,
    )
    await act(() => modal.connect({ wallet: halyard }))
    await eventually(() => expect(place.querySelectorAll(".portico-balance")).toHaveLength(1))

    const [, bare] = place.querySelectorAll("button")
    expect(bare?.getAttribute("aria-label")).toMatch(/^Account: [^,]+$/)
    expect(bare?.querySelector("img, svg")).toBeNull()
  })
})

describe("NetworkButton", () => {
  it.each(["8453", "eip155:8453"])("shows the network, or asks to select or to switch: image by %s", async (id) => {
    const modal = modalOf({ chainImages: { [id]: "https://site.example/base.png" } })
    const open = vi.spyOn(modal, "open").mockResolvedValue()
    await showIn(modal, <NetworkButton />)
    expect(button("Switch Network: Ethereum").textContent).toBe("Ethereum")
    expect(place.querySelector("img")).toBeNull()

    await act(() => modal.switchNetwork({ network: "eip155:8453" }))
    expect(button("Switch Network: Base").querySelector("img")?.src).toBe("https://site.example/base.png")
    await press("Switch Network: Base")
    expect(open).toHaveBeenCalledExactlyOnceWith({ view: "Networks" })

    await act(async () => modal.removeNetwork("eip155:8453"))
    expect(button("Switch Network: Ethereum").textContent).toBe("Ethereum")
    await act(() => modal.connect({ wallet: halyard }))
    await act(async () => {
      modal.addNetwork(base)
      modal.removeNetwork("eip155:1")
    })
    expect(button("Switch Network").querySelector(".portico-warning")).toBeTruthy()
  })

  it("says 'Select Network' while there is none", async () => {
    const modal = modalOf({ networks: [] })
    await showIn(modal, <NetworkButton />)

    expect(button("Select Network").querySelector(".portico-warning")).toBeNull()
  })

  it("says 'Unknown Network' if the site allows any", async () => {
    const modal = modalOf({ allowUnsupportedChain: true })
    await act(async () => modal.removeNetwork("eip155:1"))
    await showIn(modal, <NetworkButton />)

    expect(button("Unknown Network")).toBeTruthy()
  })
})

describe("EmbeddedModal", () => {
  it("contains the modal", async () => {
    const modal = modalOf({ disableAppend: true })
    const page = (there: boolean) => (
      <ModalProvider modal={modal}>{there && <EmbeddedModal className="mine" />}</ModalProvider>
    )
    await show(page(true))
    expect(place.querySelector(".portico-embedded.mine > portico-modal")).toBe(modal.element)

    await show(page(false))
    expect(modal.element.isConnected).toBe(false)
  })
})

describe("server markup", () => {
  it("is hydrated without a warning for a visitor who is already connected", async () => {
    const page = (modal: Modal) => (
      <StrictMode>
        <ModalProvider modal={modal}>
          <ConnectButton />
          <AccountButton />
          <NetworkButton />
        </ModalProvider>
      </StrictMode>
    )
    const here = place.appendChild(document.createElement("div"))
    here.innerHTML = renderToString(page(modalOf()))
    expect(here.textContent).toBe("Connect WalletEthereum")
    expect(here.innerHTML).not.toContain("style=")

    const modal = modalOf()
    await modal.connect({ wallet: halyard })
    await modal.switchNetwork({ network: "eip155:8453" })
    modal.setThemeMode("light")
    const said = vi.spyOn(console, "error")
    const recovered = vi.fn()
    const hydrated = await act(async () => hydrateRoot(here, page(modal), { onRecoverableError: recovered }))

    expect(said).not.toHaveBeenCalled()
    expect(recovered).not.toHaveBeenCalled()
    expect(button(/^Account/).dataset.theme).toBe("light")
    expect(button("Switch Network: Base")).toBeTruthy()
    await act(async () => hydrated.unmount())
  })
})
