import { idle, keepIdle } from "./idle.ts"
import { expect, freeze, halyard, hanging, loginsBy, type Playground, test, type Visit } from "./playground.ts"

/** An action and its announcements. "later" advances the time until they are made. */
type Step = readonly [
  act: "later" | ((playground: Playground) => Promise<unknown>),
  ...announced: readonly (string | RegExp)[],
]

interface Case {
  readonly visit: Visit
  /** Navigates to the start of the steps. */
  readonly ready: (playground: Playground) => Promise<unknown>
  readonly steps: readonly Step[]
}

const approve = ({ answer }: Playground) => answer("Approve")
const reject = ({ answer }: Playground) => answer("Reject")
const press = (name: string | RegExp) => (playground: Playground) => playground.press(name)
/** Types a code. A wrong one is selected a moment after it was announced, so the next one replaces it. */
const type = (code: string) => async (playground: Playground) => {
  const field = playground.field("6-digit code")
  const kept = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
    value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  await expect.poll(() => field.evaluate(kept)).toBe(0)
  await field.pressSequentially(code)
}
const visible = (name: string) => (playground: Playground) => playground.button(name).waitFor()
/** Advances the time until a button is enabled. */
const enabled = (playground: Playground, name: string) => playground.passUntil(playground.enabled(name))
const reviewSwap = async (playground: Playground) => {
  await enabled(playground, "Review swap")
  await playground.press("Review swap")
  await playground.view("SwapPreview").getByRole("button", { name: "Swap" }).waitFor()
}
const swap = ({ view }: Playground) => view("SwapPreview").getByRole("button", { name: "Swap" }).click()

const approveIn =
  "polite: Approve in Halyard Approve the connection in the Halyard window. This site will see your address but can't move your funds."
const declinedIn =
  "polite: Declined in Halyard Nothing was shared. An earlier request may still be open in your wallet."
const declinedSend = "polite: You declined the request in Halyard. Nothing was sent."
const wrong = "assertive: This code is not the one that was sent. Try again. Use the code from the most recent email."
const paying = "polite: Approve in Halyard Approve the payment of 14.5 USDC in your wallet."
const paid = "polite: Payment sent 14.5 USDC is on its way. The network takes a moment to confirm it."
const asksToSign = { wallets: { [halyard]: { sign: "hang" } } } as const

const cases: Readonly<Record<string, Case>> = {
  "A connection announces which wallet it waits for, and each rejection": {
    visit: { script: hanging },
    ready: ({ openModal }) => openModal(),
    steps: [
      [({ wallet }) => wallet(halyard).click(), approveIn],
      [reject, declinedIn],
      [press("Try again"), approveIn],
      [approve],
      [({ closed }) => closed()],
    ],
  },
  "An email login announces that a code is checked, that it is wrong, and that the next is checked": {
    visit: { open: "EmailVerifyOtp", script: loginsBy("email") },
    ready: ({ field }) => field("6-digit code").waitFor(),
    steps: [
      [type("481072"), "polite: Verifying code", wrong],
      [type("123456"), "polite: Verifying code"],
      [({ closed }) => closed()],
    ],
  },
  "A transfer announces its rejection, then that it was sent": {
    visit: { open: "WalletSend", script: asksToSign },
    ready: async (playground) => {
      await playground.field("Amount in ETH").fill("0.4")
      await playground.dialog.getByLabel("Address or name").fill("ansel.eth")
      await enabled(playground, "Preview Send")
      await playground.press("Preview Send")
      await enabled(playground, "Send 0.4 ETH")
    },
    steps: [
      [press("Send 0.4 ETH"), "polite: Approve in Halyard"],
      [reject, declinedSend],
      [press("Send 0.4 ETH"), "polite: Transactions can't be undone.", "polite: Approve in Halyard"],
      [approve, "polite: Transaction started"],
      ["later", "polite: 0.4 ETH sent"],
    ],
  },
  "A swap announces which wallet it waits for, its rejection, then its outcome": {
    visit: { script: asksToSign },
    ready: async (playground) => {
      await playground.connect()
      await playground.open("Swap", { fromToken: "ETH", toToken: "HRB", amount: "0.5" })
      await reviewSwap(playground)
    },
    steps: [
      [swap, "polite: Confirm transaction in your wallet"],
      [reject, declinedSend],
      [
        async (playground) => {
          if (await playground.view("Swap").isVisible()) await reviewSwap(playground)
          await swap(playground)
        },
        "polite: Confirm transaction in your wallet",
      ],
      [approve],
      ["later", /^polite: Swapped 0\.5 ETH for [\d.]+ HRB$/],
    ],
  },
  "A payment announces its rejection, then that it was sent; a failure on the chain interrupts": {
    visit: { open: "Pay", script: { sends: "reverted", wallets: { [halyard]: { send: "hang" } } } },
    ready: visible("Pay with Halyard"),
    steps: [
      [press("Pay with Halyard"), paying],
      [reject, "polite: Payment declined You declined the request in Halyard. Nothing was paid."],
      [press("Try again")],
      [press("Pay with Halyard"), paying],
      [approve, paid],
      ["later", "assertive: Payment failed The payment failed. The recipient wasn't paid."],
    ],
  },
  "A sign-in announces its rejection, then that it signs": {
    visit: { options: { siwx: {} }, script: asksToSign },
    ready: async (playground) => {
      await playground.connect()
      // A heading has its role once it is announced.
      await expect(playground.heading("Prove this wallet is yours")).toBeVisible()
    },
    steps: [
      [press(/^Sign$/), "polite: Signing..."],
      [reject, "assertive: Error signing message"],
      [press(/^Sign$/), "polite: Signing..."],
      [approve],
      [({ closed }) => closed()],
    ],
  },
}

for (const [title, { visit, ready, steps }] of Object.entries(cases))
  test(title, async ({ playground, page, log }) => {
    await playground.visit({ clock: "still", ...visit })
    await ready(playground)
    // A live region is announced some frames after it was inserted.
    await idle(page, 4)
    await log.clear()
    const announced: (string | RegExp)[] = []
    for (const [act, ...more] of steps) {
      if (act !== "later") await act(playground)
      announced.push(...more)
      const wanted = announced.map((words) => (typeof words === "string" ? words : expect.stringMatching(words)))
      const told = () => (act === "later" ? playground.pass(500).then(log.told) : log.told())
      await expect.poll(told).toEqual(wanted)
    }
  })

test("A QR code announces once that it expires in 60 seconds", async ({ playground, page, log }) => {
  await keepIdle(page)
  await page.clock.install()
  await playground.visit({ open: "ConnectingWalletConnect" })
  const left = playground.dialog.getByText(/^Code expires in \d:\d\d$/)
  await left.waitFor()
  await freeze(page)
  const [minutes = 0, seconds = 0] = ((await left.textContent())?.match(/\d+/g) ?? []).map(Number)
  await idle(page, 4)
  await log.clear()
  await page.clock.runFor((minutes * 60 + seconds - 65) * 1_000)
  await expect(left).toHaveText(/ 1:0\d$/)
  expect(await log.told()).toEqual([])
  await page.clock.runFor(10_000)
  await expect.poll(log.told).toEqual(["polite: Code expires in 60 seconds"])
  await page.clock.runFor(30_000)
  await expect(left).toHaveText(/ 0:2\d$/)
  expect(await log.told()).toEqual(["polite: Code expires in 60 seconds"])
})
