import { describe, expect, expectTypeOf, it } from "vitest"
import { hasWayBack, type Route, type RouteName, type RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { back, closingDisconnects, mayClose, push } from "../../src/navigation/opening/model/history.ts"
import { firstRoute, firstStack, type Opening, publicRoute } from "../../src/navigation/opening/model/openingRules.ts"
import type { PaymentInput } from "../../src/pay/model.ts"

const usual: Opening = {
  namespace: "eip155",
  connected: false,
  mobile: false,
  basic: false,
  manual: false,
}
const solana = { namespace: "solana", network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" } as const

describe("opening", () => {
  it("The opening rules are checked in the order 1 to 5", () => {
    const every: Opening = {
      ...usual,
      target: solana,
      basic: true,
      manual: true,
      view: { name: "Networks" },
    }
    const { target: _, ...second } = every
    const third = { ...second, basic: false, manual: false }
    const { view: __, ...fifth } = third

    const openings = [every, second, third, { ...third, connected: true }, { ...fifth, connected: true }, fifth]
    const names = ["SwitchNetwork", "ConnectingWalletConnectBasic", "Networks", "Networks", "Account", "Connect"]
    expect(openings.map((opening) => firstRoute(opening).name)).toEqual(names)
    expect(firstRoute({ ...every, connected: true }).name).toBe("SwitchNetwork")
  })

  it("puts a network switch above the view that follows it, so going back leads there", () => {
    const connect = { name: "Connect", namespace: "solana" }
    const stack = firstStack({ ...usual, target: solana })

    expect(stack).toEqual([connect, { name: "SwitchNetwork", network: solana.network }])
    expect(back(stack, false)).toEqual([connect])
    const sending: Opening = { ...usual, target: solana, view: { name: "WalletSend" }, connected: true }
    expect(firstStack(sending)[0]).toEqual({ name: "WalletSend" })
  })

  it("opens with one view if no network is to be switched", () => {
    const view = { name: "SwitchNetwork", network: "eip155:10" } as const

    expect(firstStack(usual)).toEqual([{ name: "Connect" }])
    expect(firstStack({ ...usual, target: { namespace: "eip155", network: "eip155:1" }, view })).toEqual([view])
  })

  it("The modal can also open with a given view", () => {
    expect(publicRoute("OnRampProviders")).toEqual({ name: "OnRampProviders" })
    expect(publicRoute("Account", { fromToken: "ETH" })).toEqual({ name: "Account" })
    for (const connected of [false, true])
      expect(firstStack({ ...usual, connected, view: publicRoute("Networks") })).toEqual([{ name: "Networks" }])

    const metadata = { name: "USD Coin", symbol: "USDC", decimals: 6 }
    const payment = {
      paymentAsset: { network: "eip155:8453", asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", metadata },
      recipient: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
      amount: "14.5",
    } as const
    expect(publicRoute("Pay", payment)).toEqual({ name: "Pay", payment })
    const { amount, recipient, ...neither } = payment
    for (const given of [undefined, { amount }, { recipient }, neither])
      expect(publicRoute("Pay", given as unknown as PaymentInput)).toEqual({ name: "Pay" })
    expect(publicRoute("Networks", payment)).toEqual({ name: "Networks" })
  })
})

describe("push", () => {
  const connect: Route = { name: "Connect" }

  it("ignores a push of the view that is on top", () => {
    const stack: readonly Route[] = [connect, { name: "ConnectingExternal", connector: "a" }]

    expect(push(stack, { name: "ConnectingExternal", connector: "b" })).toBe(stack)
    expect(push(stack, connect)).toEqual([...stack, connect])
    expect(push([], connect)).toEqual([connect])
  })
})

describe("closing", () => {
  const signIns = [false, true].flatMap((required) => [false, true].map((session) => ({ required, session })))

  it("SIWX: while sign-in is required and no session exists, closing is disabled on the sign and approve views", () => {
    for (const name of ["SIWXSignMessage", "ApproveTransaction"] as const)
      for (const signIn of signIns)
        expect(mayClose([{ name: "Connect" }, { name }], signIn)).toBe(!signIn.required || signIn.session)
  })

  it.each([
    ["Connect", [{ name: "Connect" }], true],
    ["Account", [{ name: "Account" }], true],
    ["nothing", [], true],
    ["UnsupportedChain", [{ name: "UnsupportedChain" }], false],
    ["a network switch", [{ name: "Networks" }, { name: "SwitchNetwork", network: "eip155:1" }], true],
    [
      "a switch away from an unsupported network",
      [{ name: "UnsupportedChain" }, { name: "SwitchNetwork", network: "eip155:1" }],
      false,
    ],
  ] as readonly (readonly [string, readonly Route[], boolean])[])("is allowed or prevented on %s", (_, stack, may) => {
    for (const signIn of signIns) expect(mayClose(stack, signIn)).toBe(may)
  })

  it("counts as canceling on the email capture views", () => {
    expect(closingDisconnects({ name: "DataCapture" })).toBe(true)
    expect(closingDisconnects({ name: "DataCaptureOtpConfirm", email: "a@b.c" })).toBe(true)
    expect(closingDisconnects({ name: "Connect" })).toBe(false)
    expect(closingDisconnects(undefined)).toBe(false)
  })
})

describe("routes", () => {
  it("include every view of the specification", () => {
    expectTypeOf<
      | "Connect"
      | "ConnectWallets"
      | "AllWallets"
      | "Account"
      | "ProfileWallets"
      | "ConnectingWalletConnect"
      | "ConnectingWalletConnectBasic"
      | "ConnectingExternal"
      | "ConnectingFarcaster"
      | "EmailLogin"
      | "UpdateEmailWallet"
      | "UnsupportedChain"
      | "SwitchNetwork"
      | "SwitchActiveChain"
      | "Networks"
      | "RegisterAccountName"
      | "RegisterAccountNameSuccess"
      | "DataCapture"
      | "SIWXSignMessage"
      | "ApproveTransaction"
      | "OnRampTokenSelect"
      | "OnRampFiatSelect"
      | "OnRampProviders"
    >().toExtend<RouteName>()
  })

  it("have exactly the parameters their view needs", () => {
    expectTypeOf<RouteOf<"ConnectingExternal">["connector"]>().toEqualTypeOf<string>()
    expectTypeOf<keyof RouteOf<"Networks">>().toEqualTypeOf<"name">()
    expectTypeOf<RouteOf<"Swap">["amount"]>().toEqualTypeOf<string | undefined>()
    expectTypeOf<{ name: "ConnectingExternal" }>().not.toExtend<Route>()
  })
})

describe("a way back", () => {
  it.each([
    ["none from the first view", [{ name: "Connect" }], false, false],
    ["none from another view that is the first", [{ name: "Networks" }], false, false],
    ["one above a sign-in", [{ name: "Account" }, { name: "SIWXSignMessage" }, { name: "Networks" }], false, true],
    ["one from a later view", [{ name: "Connect" }, { name: "AllWallets" }], false, true],
    [
      "none from a view that ends in approval or rejection",
      [{ name: "Account" }, { name: "ApproveTransaction" }],
      false,
      false,
    ],
    ["none from a sign-in", [{ name: "Account" }, { name: "SIWXSignMessage" }], false, false],
    ["none from Connect in embedded mode", [{ name: "Account" }, { name: "Connect" }], true, false],
    ["one from Connect above other views", [{ name: "Account" }, { name: "Connect" }], false, true],
  ] as const)("there is %s", (_, stack, embedded, expected) => expect(hasWayBack(stack, embedded)).toBe(expected))
})
