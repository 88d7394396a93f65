import type { State } from "./states.ts"
import type { Visitor } from "./visitor.ts"

const forever = { delay: 600_000 }
const usdc = {
  network: "eip155:8453",
  asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  metadata: { name: "USD Coin", symbol: "USDC", decimals: 6 },
} as const
const recipient = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

const deposited = ({ dialog }: Visitor) => dialog.getByRole("button", { name: "Deposit from Quayside" }).click()
const paid = ({ dialog }: Visitor) => dialog.getByRole("button", { name: "Pay with Halyard" }).click()
const paidElsewhere = ({ dialog }: Visitor) => dialog.getByRole("button", { name: "Pay with Quayside" }).click()
/** Opens Pay with another amount, or with an invalid payment. */
const openPayment =
  (given: object) =>
  ({ modal }: Visitor) =>
    modal.open({ view: "Pay", arguments: given as never })
const openPaymentDisconnected = async (visitor: Visitor) => {
  await visitor.modal.disconnect()
  await openPayment({
    paymentAsset: { ...usdc, asset: `0x${"c0ffee".repeat(7).slice(0, 40)}` },
    recipient,
    amount: "14.5",
  })(visitor)
}
const says =
  (text: string) =>
  ({ dialog }: Visitor) =>
    dialog.getByText(text, { exact: true })

/** States of deposits from an exchange and of payments. */
export const payStates = [
  {
    name: "PayWithExchange",
    visit: { open: "PayWithExchange" },
    seen: ({ dialog }) => dialog.getByText(/^about 0\.\d+ ETH$/),
  },
  {
    name: "PayWithExchange, loading",
    visit: { open: "PayWithExchange", script: { faults: { exchanges: forever, prices: forever } } },
    seen: ({ view }) => view("PayWithExchange").locator("[aria-busy=true]").first(),
  },
  {
    name: "PayWithExchange, exchanges unavailable",
    visit: { open: "PayWithExchange", script: { faults: { exchanges: { status: 500 } } } },
    seen: says("Couldn't load the exchanges"),
  },
  {
    name: "PayWithExchange, price unavailable",
    visit: { open: "PayWithExchange", script: { faults: { prices: { status: 500 } } } },
    seen: ({ dialog }) => dialog.getByText("The price is unavailable"),
  },
  {
    name: "PayWithExchange, payment page unavailable",
    visit: { open: "PayWithExchange", script: { faults: { payUrl: { status: 500 } } } },
    act: deposited,
    seen: ({ dialog }) => dialog.getByRole("alert"),
  },
  {
    name: "PayWithExchange, not available",
    visit: { options: { networks: ["bip122:000000000019d6689c085ae165831e93"] } },
    act: async ({ modal, connect }) => {
      await connect("example.sheepshank")
      await modal.open({ view: "PayWithExchange" })
    },
    seen: says("Deposits aren't available here"),
  },
  {
    name: "PayWithExchange, pop-up blocked",
    visit: { open: "PayWithExchange", script: { deposits: "stuck" } },
    blocked: true,
    act: deposited,
    seen: says("Pop-up blocked"),
  },
  {
    name: "PayWithExchange, failed",
    visit: { open: "PayWithExchange", script: { deposits: "failed" } },
    blocked: true,
    act: deposited,
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Try again" }),
  },
  {
    name: "PayWithExchangeSelectAsset",
    visit: { open: "PayWithExchangeSelectAsset" },
    seen: ({ view }) => view("PayWithExchangeSelectAsset").locator("[data-token]").first(),
  },
  { name: "Pay", visit: { open: "Pay" }, seen: ({ dialog }) => dialog.getByText(/^about 0\.\d+ ETH$/) },
  {
    name: "Pay, sponsored fee",
    visit: {
      open: "Pay",
      options: { paymasters: { [usdc.network]: { url: "https://paymaster.example/8453" } } },
      script: { wallets: { "example.halyard": { able: ["calls", "paymaster"] } } },
    },
    seen: ({ view }) => view("Pay").getByText("Paid by this site"),
  },
  {
    name: "Pay, disconnected",
    visit: { open: "Pay" },
    act: async (visitor) => {
      await visitor.modal.disconnect()
      await openPayment({ paymentAsset: usdc, recipient, amount: "14.5" })(visitor)
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Pay from wallet" }),
  },
  {
    name: "Pay, insufficient balance, exchanges unavailable",
    visit: { open: "Pay", script: { faults: { exchanges: { status: 500 } } } },
    act: openPayment({ paymentAsset: usdc, recipient, amount: "14500.123456" }),
    seen: ({ view }) => view("Pay").getByRole("button", { name: "Not enough USDC in Halyard" }),
  },
  {
    name: "Pay, token named by the site only",
    visit: { open: "Pay" },
    act: openPaymentDisconnected,
    seen: says("The name USDC comes from this site and isn't verified. Check the contract."),
  },
  {
    name: "Pay, invalid payment",
    visit: { open: "Pay" },
    act: openPayment({ recipient, amount: 1 }),
    seen: ({ view }) => view("Pay").getByText("This payment can't be made"),
  },
  {
    name: "PayLoading, wallet prompted",
    visit: { open: "Pay", script: { wallets: { "example.halyard": { send: "hang" } } } },
    act: paid,
    seen: says("Approve in Halyard"),
  },
  {
    name: "PayLoading, sent",
    visit: { open: "Pay", script: { sends: "stuck" } },
    act: paid,
    seen: says("Payment sent"),
  },
  {
    name: "PayLoading, declined",
    visit: { open: "Pay", script: { wallets: { "example.halyard": { send: "reject" } } } },
    act: paid,
    seen: says("Payment declined"),
  },
  {
    name: "PayLoading, pop-up blocked",
    visit: { open: "Pay", script: { deposits: "stuck" } },
    blocked: true,
    act: paidElsewhere,
    seen: says("Pop-up blocked"),
  },
  {
    name: "PayLoading, token named by the site only",
    visit: { open: "Pay", script: { deposits: "stuck" } },
    act: async (visitor) => {
      await openPaymentDisconnected(visitor)
      await says("The name USDC comes from this site and isn't verified. Check the contract.")(visitor).waitFor()
      await paidElsewhere(visitor)
    },
    seen: says("Waiting for Quayside"),
  },
  {
    name: "PayLoading, no payment in progress",
    visit: { open: "PayLoading" },
    seen: says("No payment in progress"),
  },
] satisfies readonly State[]
