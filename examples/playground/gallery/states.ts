import type { RouteName } from "../../../src/navigation/first-paint/model/routes.ts"
import type { Layers } from "../packageImports.ts"
import { payStates } from "./payStates.ts"
import { halyard, type Part, type Visitor } from "./visitor.ts"

/** A state of a view: the page's setup, the visitor's steps, and what shows that the state is reached. */
export interface State {
  /** Unique name, which begins with the name of the view. */
  readonly name: `${RouteName}${"" | `${" " | ","}${string}`}`
  readonly visit: Visit
  /** Whether the page runs on a phone, where app links do nothing. */
  readonly phone?: true
  /** Whether the browser blocks windows. */
  readonly blocked?: true
  readonly act?: (visitor: Visitor) => unknown
  readonly seen: (visitor: Visitor) => Part
}

/** Returns the ID of a state in URLs: its name, in letters and hyphens. */
export const idOf = ({ name }: State): string => name.replace(/\W+/g, "-")

/** Setup of a page. Services respond and wallets approve immediately, unless the script sets otherwise. */
export interface Visit {
  /** Overrides of the playground's options. Networks are CAIP-2 IDs. */
  readonly options?: object
  readonly script?: Layers.Script
  /** Route to open on load. */
  readonly open?: RouteName
}

const heading =
  (name: string) =>
  ({ dialog }: Visitor) =>
    dialog.getByRole("heading", { level: 2, name })
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
/** A wallet whose own browser can open the page on a phone. */
const phantom = {
  id: "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
  name: "Phantom",
  mobile_link: "phantom://",
  app_store: "https://apps.example/ios/phantom",
}
const bitcoin = "bip122:000000000019d6689c085ae165831e93"
const cinderbox = "example.cinderbox"
const absent = { "*": "absent" } as const
const latchkey = "example.latchkey"
const outside = { [latchkey]: { connect: "hang" } } as const
const forever = { delay: 600_000 }
/** Logged in to the embedded wallet. */
const embedded = {
  login: "linden@fernhill.example",
  project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] },
} as const
/** Connects the embedded wallet and requests a signature. */
const requestSignature = async ({ modal }: Visitor) => {
  await modal.connect({ wallet: "ID_AUTH" })
  const { request } = (await modal.getProvider("eip155")) as { request(input: object): Promise<unknown> }
  const [account] = (await request({ method: "eth_accounts" })) as string[]
  void request({ method: "personal_sign", params: ["0x48656c6c6f", account] }).catch(() => {})
}

/** A paymaster for visitors' transactions. */
const withPaymaster = { paymasters: { "eip155:8453": { url: "https://paymaster.example/8453" } } }
const withSessions = { features: { smartSessions: true } }
/** Connects a wallet that lists its NFTs. */
const openNfts = async ({ connect, dialog, openModal }: Visitor) => {
  await connect(cinderbox)
  await openModal("Account")
  await dialog.getByRole("tab", { name: "NFTs" }).click()
}

/** Opens the view of an NFT. */
const openNft = (name: string) => async (visitor: Visitor) => {
  await openNfts(visitor)
  await visitor.view("Account").locator("[data-nft]").filter({ hasText: name }).click()
}

/** NFTs whose pictures are missing, cannot be read, or would be requested over HTTP. */
const withoutPictures = [
  { tokenId: "0x1" },
  { tokenId: "0x2", name: "Torn canvas", symbol: "Attic", iconUrl: "data:image/png;base64,AAAA" },
  {
    tokenId: `0x${"f".repeat(64)}`,
    name: "Unframed ".repeat(12),
    symbol: "Attic",
    iconUrl: "http://pictures.example/3.png",
  },
].map((metadata) => ({ address: `0x${"ab".repeat(20)}`, balance: "0x1", type: "ERC721", metadata }))

/** A project with email and all social logins. */
const logins = {
  project: {
    features: [
      {
        id: "social_login",
        isEnabled: true,
        config: ["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"],
      },
    ],
  },
} as const
const typeEmail = async ({ dialog }: Visitor, email: string) => {
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email)
  await dialog.getByRole("button", { name: "Continue with email" }).click()
}
const byGoogle = ({ dialog }: Visitor) => dialog.getByRole("button", { name: "Continue with Google" })

/** A project with the provider's sign-in and email capture. */
const captures = (how: "required" | "optional", faults: Readonly<Record<string, object>> = {}) => ({
  faults,
  project: {
    features: [
      { id: "reown_authentication", isEnabled: true },
      { id: "email_capture", isEnabled: true, config: how === "required" ? ["required"] : [] },
    ],
  },
})
const mailed = async ({ connect, dialog }: Visitor, email: string) => {
  await connect()
  await dialog.getByLabel("Email address").fill(email)
  await dialog.getByRole("button", { name: "Continue" }).click()
}
const coded = async (visitor: Visitor, code: string) => {
  await mailed(visitor, "linden@fernhill.example")
  await visitor.dialog.getByLabel("6-digit code").fill(code)
}

/** Fills in a swap: 0.5 ETH for Harbour. */
const filled = async ({ dialog }: Visitor) => {
  await dialog.getByRole("button", { name: "Token: ETH" }).waitFor()
  await dialog.locator("[data-pick=toToken]").click()
  await dialog.getByRole("searchbox").fill("harb")
  await dialog.getByRole("button", { name: "Harbour" }).click()
  await dialog.getByRole("textbox", { name: "You pay" }).fill("0.5")
  await dialog.getByText("New rate in").waitFor()
}

const allStates = [
  {
    name: "Connect",
    visit: { open: "Connect" },
    seen: ({ wallet }) => wallet("all").getByText("600+"),
  },
  {
    name: "Connect, directory loading",
    visit: { open: "Connect", script: { wallets: absent, faults: { wallets: forever } } },
    seen: ({ wallet }) => wallet("walletConnect"),
  },
  {
    name: "Connect, featured wallet loading",
    visit: {
      open: "Connect",
      options: { featuredWalletIds: ["a wallet that only the directory knows"] },
      script: { wallets: absent, faults: { wallets: forever } },
    },
    seen: ({ wallet }) => wallet("walletConnect"),
  },
  {
    name: "Connect, directory unavailable",
    visit: { open: "Connect", script: { faults: { wallets: { status: 500 } } } },
    seen: ({ dialog }) => dialog.getByText("Couldn't load the wallet list"),
  },
  {
    name: "Connect, an alert",
    visit: { open: "Connect", options: { debug: true, projectId: "" } },
    seen: ({ dialog }) => dialog.locator("[data-alert]"),
  },
  {
    name: "Connect, a late approval",
    visit: { script: { wallets: { [halyard]: { connect: "hang" } } } },
    act: async ({ openModal, wallet, holder, until, dialog, modal }) => {
      await openModal()
      await wallet(halyard).click()
      await until(() => holder(halyard).state().openPrompts.length > 0)
      await modal.close()
      await dialog.gone()
      holder(halyard).approve()
      await openModal()
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Continue with Halyard" }),
  },
  {
    name: "Connect, external wallet",
    visit: { open: "Connect", script: { wallets: outside } },
    seen: ({ wallet }) => wallet(latchkey),
  },
  {
    name: "Connect, logins",
    visit: { open: "Connect", script: { ...logins, wallets: absent } },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "Email address" }).fill("linden@fernhill.example"),
    seen: byGoogle,
  },
  { name: "Connect, wallets and logins", visit: { open: "Connect", script: logins }, seen: byGoogle },
  {
    name: "Connect, invalid email",
    visit: { open: "Connect", script: logins },
    act: (visitor) => typeEmail(visitor, "nobody@nowhere"),
    seen: ({ dialog }) => dialog.getByText("Invalid email. Try again."),
  },
  {
    name: "Connect, terms not accepted",
    visit: { open: "Connect", script: logins, options: { features: { legalCheckbox: true } } },
    seen: ({ dialog }) => dialog.getByRole("checkbox"),
  },
  {
    name: "Connect, wallets collapsed",
    visit: { open: "Connect", script: logins, options: { features: { collapseWallets: true } } },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Continue with a wallet" }),
  },
  { name: "Create", visit: { open: "Create", script: logins }, seen: byGoogle },
  { name: "EmailLogin", visit: { open: "EmailLogin", script: logins }, seen: ({ view }) => view("EmailLogin") },
  {
    name: "ConnectSocials",
    visit: { open: "ConnectSocials", script: logins },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Facebook" }),
  },
  {
    name: "EmailVerifyOtp",
    visit: { open: "Connect", script: logins },
    act: async (visitor) => {
      await typeEmail(visitor, "linden@fernhill.example")
      await visitor.dialog.getByRole("textbox", { name: "6-digit code" }).fill("481")
    },
    seen: ({ dialog }) => dialog.getByText("The code is valid for 20 minutes"),
  },
  {
    name: "EmailVerifyOtp, wrong code",
    visit: { open: "EmailVerifyOtp", script: logins },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "6-digit code" }).fill("481072"),
    seen: ({ dialog }) => dialog.getByRole("alert").getByText("the most recent email"),
  },
  {
    name: "EmailVerifyOtp, verifying the code",
    visit: { open: "EmailVerifyOtp", script: { ...logins, faults: { CONNECT_OTP: forever } } },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "6-digit code" }).fill("123456"),
    seen: ({ dialog }) => dialog.getByText("Verifying code"),
  },
  {
    name: "EmailVerifyOtp, no response",
    visit: { open: "EmailVerifyOtp", script: { ...logins, faults: { CONNECT_OTP: { offline: true } } } },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "6-digit code" }).fill("123456"),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Try again" }),
  },
  {
    name: "EmailVerifyDevice",
    visit: { open: "EmailVerifyDevice", script: { ...logins, frame: { connect: "hang" } } },
    seen: heading("Approve this device"),
  },
  {
    name: "ConnectingSocial",
    visit: { open: "ConnectingSocial", script: logins },
    seen: heading("Log in with Google"),
  },
  {
    name: "ConnectingSocial, waiting",
    visit: { open: "Connect", script: { ...logins, frame: { connect: "hang" } } },
    act: (visitor) => byGoogle(visitor).click(),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Try another way" }),
  },
  {
    name: "ConnectingSocial, loading the account",
    visit: { open: "Connect", script: { ...logins, faults: { CONNECT_SOCIAL: forever }, frame: { delay: 0 } } },
    act: (visitor) => byGoogle(visitor).click(),
    seen: heading("Loading user data"),
  },
  {
    name: "ConnectingSocial, pop-up blocked",
    visit: { open: "ConnectingSocial", script: logins },
    blocked: true,
    act: (visitor) => byGoogle(visitor).click(),
    seen: heading("Pop-up blocked"),
  },
  {
    name: "ConnectingSocial, failed",
    visit: { open: "ConnectingSocial", script: { ...logins, faults: { GET_SOCIAL_REDIRECT_URI: { status: 500 } } } },
    act: (visitor) => byGoogle(visitor).click(),
    seen: heading("Couldn't log in with Google"),
  },
  {
    name: "ConnectingFarcaster",
    visit: { open: "ConnectingFarcaster", script: { ...logins, frame: { connect: "hang" } } },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code to log in with Farcaster" }),
  },
  {
    name: "ConnectingFarcaster, loading",
    visit: { open: "ConnectingFarcaster", script: { ...logins, faults: { GET_FARCASTER_URI: forever } } },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "Generating QR code" }),
  },
  {
    name: "ConnectingFarcaster, failed",
    visit: { open: "ConnectingFarcaster", script: { ...logins, frame: "reject" } },
    seen: heading("Couldn't log in with Farcaster"),
  },
  {
    name: "ConnectingFarcaster on a phone",
    visit: { open: "ConnectingFarcaster", script: { ...logins, frame: { connect: "hang" } } },
    phone: true,
    seen: heading("Continue in Farcaster"),
  },
  {
    name: "UpdateEmailWallet",
    visit: { open: "UpdateEmailWallet", script: embedded },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Save" }),
  },
  {
    name: "UpdateEmailPrimaryOtp",
    visit: { open: "UpdateEmailPrimaryOtp", script: embedded },
    seen: ({ dialog }) => dialog.getByRole("textbox", { name: "6-digit code" }),
  },
  {
    name: "UpdateEmailSecondaryOtp",
    visit: { open: "UpdateEmailSecondaryOtp", script: embedded },
    seen: ({ dialog }) => dialog.getByText("ansel@inkwell.example"),
  },
  {
    name: "UpgradeEmailWallet",
    visit: { open: "UpgradeEmailWallet", script: embedded },
    seen: ({ dialog }) => dialog.getByRole("link", { name: "Open the dashboard" }),
  },
  { name: "ConnectWallets", visit: { open: "ConnectWallets" }, seen: ({ wallet }) => wallet("all").getByText("600+") },
  {
    name: "AllWallets",
    visit: { open: "AllWallets" },
    seen: ({ view }) => view("AllWallets").locator("[data-wallet]").first(),
  },
  {
    name: "AllWallets, loading",
    visit: { open: "AllWallets", script: { faults: { wallets: forever } } },
    seen: ({ view }) => view("AllWallets").locator("[aria-busy=true]"),
  },
  {
    name: "AllWallets, unavailable",
    visit: { open: "AllWallets", script: { faults: { wallets: { status: 500 } } } },
    seen: heading("Couldn't load the wallet list"),
  },
  {
    name: "AllWallets, search results",
    visit: { open: "AllWallets" },
    act: async ({ view, dialog }) => {
      await view("AllWallets").locator("[data-wallet]").first().waitFor()
      await dialog.getByRole("searchbox").fill("qu")
    },
    seen: ({ dialog }) => dialog.getByText("16 results"),
  },
  {
    name: "AllWallets, no search results",
    visit: { open: "AllWallets" },
    act: ({ dialog }) => dialog.getByRole("searchbox").fill("zzzz"),
    seen: heading("No Wallet found"),
  },
  {
    name: "ConnectingExternal, waiting",
    visit: { open: "ConnectingExternal" },
    seen: heading("Approve in Halyard"),
  },
  {
    name: "ConnectingExternal, declined",
    visit: { script: { wallets: { "*": { connect: "reject" } } } },
    act: async ({ openModal, wallet }) => {
      await openModal()
      await wallet(halyard).click()
    },
    seen: heading("Declined in Halyard"),
  },
  {
    name: "ConnectingExternal, failed",
    visit: { script: { wallets: { "*": "lock" } } },
    act: async ({ openModal, wallet }) => {
      await openModal()
      await wallet(halyard).click()
    },
    seen: heading("Couldn't connect to Halyard"),
  },
  {
    name: "ConnectingExternal, external wallet",
    visit: { script: { wallets: outside } },
    act: async ({ openModal, wallet }) => {
      await openModal()
      await wallet(latchkey).click()
    },
    seen: heading("Approve in Latchkey"),
  },
  {
    name: "ConnectingMultiChain",
    visit: { open: "ConnectingMultiChain" },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Solana" }),
  },
  {
    name: "ConnectingMultiChain, connected on one chain",
    visit: { open: "ConnectingMultiChain" },
    act: ({ connect }) => connect("example.halyard.solana"),
    seen: ({ view }) => view("ConnectingMultiChain").getByText("Connected"),
  },
  {
    name: "ConnectingMultiChain, wallet removed",
    visit: { open: "ConnectingMultiChain", script: { wallets: absent } },
    seen: heading("example.halyard wasn't found in this browser"),
  },
  {
    name: "ConnectingWalletConnect",
    visit: { open: "ConnectingWalletConnect" },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code to connect" }),
  },
  {
    name: "ConnectingWalletConnect, wallet with several platforms",
    visit: { open: "AllWallets" },
    act: ({ view }) => view("AllWallets").getByRole("button", { name: "Quillon" }).click(),
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code to connect with Quillon" }),
  },
  {
    name: "ConnectingWalletConnect, not detected",
    visit: { script: { wallets: absent } },
    act: async ({ openModal, dialog }) => {
      const view = await openModal()
      await view.getByRole("button", { name: "Halyard" }).click()
      await dialog.getByRole("tab", { name: "Browser" }).click()
    },
    seen: heading("Not Detected"),
  },
  {
    name: "ConnectingWalletConnect, loading",
    visit: { open: "ConnectingWalletConnect", script: { faults: { relay: forever } } },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "Generating QR code" }),
  },
  {
    name: "ConnectingWalletConnect, relay unavailable",
    visit: { open: "ConnectingWalletConnect", script: { faults: { relay: { offline: true } } } },
    seen: heading("QR code unavailable"),
  },
  {
    name: "ConnectingWalletConnect, declined",
    visit: { open: "AllWallets", script: { relay: { connect: "reject", delay: 0 } } },
    act: ({ view }) => view("AllWallets").getByRole("button", { name: "Fathom" }).click(),
    seen: heading("Declined in Fathom"),
  },
  {
    name: "ConnectingWalletConnect, declined in an unknown wallet",
    visit: { open: "ConnectingWalletConnect", script: { relay: { connect: "reject", delay: 0 } } },
    seen: heading("Declined in your wallet"),
  },
  {
    name: "ConnectingWalletConnect on a phone, leaving",
    visit: { open: "AllWallets" },
    phone: true,
    act: ({ view }) => view("AllWallets").getByRole("button", { name: "Quillon" }).click(),
    seen: heading("Continue in Quillon"),
  },
  {
    name: "ConnectingWalletConnect on a phone, no app",
    visit: { open: "AllWallets" },
    phone: true,
    act: ({ view }) => view("AllWallets").getByRole("button", { name: "Quillon" }).click(),
    seen: heading("Quillon didn't open"),
  },
  {
    name: "ConnectingWalletConnect on a phone, stayed",
    visit: { open: "AllWallets" },
    phone: true,
    act: async ({ view, dialog, until, opened }) => {
      await view("AllWallets").getByRole("button", { name: "Quillon" }).click()
      await dialog.getByRole("button", { name: "Open Quillon" }).waitFor()
      await until(() => opened.length > 0)
      dispatchEvent(new Event("blur"))
      dispatchEvent(new Event("focus"))
    },
    seen: heading("Wallet not opened"),
  },
  {
    name: "ConnectingWalletConnect on a phone, a code after all",
    visit: { open: "AllWallets" },
    phone: true,
    act: async ({ view, dialog }) => {
      await view("AllWallets").getByRole("button", { name: "Quillon" }).click()
      await dialog.getByRole("button", { name: "Show a QR code" }).click()
    },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code to connect with Quillon" }),
  },
  {
    name: "ConnectingWalletConnect on a phone, a link that is none",
    visit: {
      open: "ConnectWallets",
      options: { customWallets: [{ id: "own", name: "Own", mobile_link: "javascript:alert(1)//" }] },
    },
    phone: true,
    act: ({ wallet }) => wallet("own").click(),
    seen: heading("Can't open Own from here"),
  },
  {
    name: "ConnectingWalletConnect on a phone, in the wallet's own browser",
    visit: { open: "ConnectWallets", options: { customWallets: [phantom] } },
    phone: true,
    act: ({ wallet }) => wallet(phantom.id).click(),
    seen: heading("Continue in Phantom's browser"),
  },
  {
    name: "ConnectingWalletConnect, custom URI",
    visit: {},
    act: ({ modal }) => modal.open({ uri: "wc:00@2?relay-protocol=irn&symKey=11" }),
    seen: ({ dialog }) => dialog.getByText("Use any wallet that can scan QR codes."),
  },
  {
    name: "ConnectingWalletConnect, custom URI expired",
    visit: {},
    act: ({ modal }) => modal.open({ uri: "wc:00@2?expiryTimestamp=1&symKey=11" }),
    seen: heading("This code has expired"),
  },
  {
    name: "ConnectingWalletConnectBasic",
    visit: { open: "ConnectingWalletConnectBasic" },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code to connect" }),
  },
  {
    name: "WhatIsAWallet",
    visit: { open: "WhatIsAWallet" },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Get a Wallet" }),
  },
  {
    name: "WhatIsANetwork",
    visit: { open: "WhatIsANetwork" },
    seen: ({ dialog }) => dialog.getByRole("link", { name: "Learn more" }),
  },
  {
    name: "GetWallet",
    visit: { open: "GetWallet" },
    seen: ({ view }) => view("GetWallet").getByText("Halyard"),
  },
  {
    name: "GetWallet, loading",
    visit: { open: "WhatIsAWallet", script: { directory: 0, faults: { wallets: forever } } },
    act: ({ dialog }) => dialog.getByRole("button", { name: "Get a Wallet" }).click(),
    seen: ({ view }) => view("GetWallet").locator("[aria-busy=true]"),
  },
  {
    name: "Downloads",
    visit: { open: "Downloads" },
    seen: ({ dialog }) => dialog.getByRole("link", { name: "Android App" }),
  },
  {
    name: "Downloads, loading",
    visit: { open: "Downloads", script: { directory: 0, faults: { wallets: forever } } },
    seen: ({ view }) => view("Downloads").locator("[aria-busy=true]"),
  },
  {
    name: "Downloads, unknown wallet",
    visit: { open: "Downloads", script: { directory: 0, faults: { wallets: { status: 500 } } } },
    seen: heading("No downloads available"),
  },
  {
    name: "Account",
    visit: { open: "Account" },
    seen: ({ view }) => view("Account").getByText("marguerite.eth"),
  },
  {
    name: "Account, loading",
    visit: { open: "Account", script: { faults: { balance: forever, rpc: forever } } },
    seen: ({ view }) => view("Account").locator("[aria-busy=true]").first(),
  },
  {
    name: "Account, balances unavailable",
    visit: { open: "Account", script: { faults: { balance: { status: 500 }, rpc: { status: 500 } } } },
    seen: heading("Token Balance Unavailable"),
  },
  {
    name: "Account, a snack",
    visit: { open: "Account" },
    act: ({ dialog }) => dialog.getByRole("button", { name: "Copy address" }).click(),
    seen: ({ dialog }) => dialog.locator("[data-snack]"),
  },
  {
    name: "Account, wallet locked",
    visit: {},
    act: async ({ openModal, connect, holder }) => {
      await connect()
      holder(halyard).lock()
      await openModal("Account")
    },
    seen: heading("Reconnect Halyard"),
  },
  {
    name: "Account, on Solana",
    visit: { options: { networks: [solana, devnet] } },
    act: async ({ openModal, connect }) => {
      await connect("example.plover")
      await openModal("Account")
    },
    seen: ({ view }) => view("Account").locator("[data-token]").filter({ hasText: "SOL" }),
  },
  {
    name: "Account, on Bitcoin",
    visit: { options: { networks: [bitcoin, "bip122:000000000933ea01ad0ee984209779ba"] } },
    act: async ({ openModal, connect }) => {
      await connect("example.sheepshank")
      await openModal("Account")
    },
    seen: ({ view }) => view("Account").getByText("BTC").first(),
  },
  {
    name: "Account, NFTs",
    visit: { open: "Account" },
    act: ({ dialog }) => dialog.getByRole("tab", { name: "NFTs" }).click(),
    seen: heading("NFTs aren't available here"),
  },
  {
    name: "Account, NFTs from the wallet",
    visit: {},
    act: openNfts,
    seen: ({ view }) => view("Account").locator("[data-nft]").first(),
  },
  {
    name: "Account, NFTs as a list",
    visit: {},
    act: async (visitor) => {
      await openNfts(visitor)
      await visitor.dialog.getByRole("button", { name: "Show as list" }).click()
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Show as grid" }),
  },
  {
    name: "Account, NFTs without pictures",
    visit: { script: { wallets: { [cinderbox]: { able: ["assets"], collectibles: withoutPictures } } } },
    act: openNfts,
    seen: ({ view }) => view("Account").locator("[data-nft]").first(),
  },
  {
    name: "Nft",
    visit: {},
    act: openNft("Kittiwake at Dusk"),
    seen: ({ view }) => view("Nft").getByText("14 of 90"),
  },
  {
    name: "Nft, an edition",
    visit: {},
    act: openNft("Keeper's Night"),
    seen: ({ view }) => view("Nft").getByText("Quantity"),
  },
  {
    name: "Nft, spam",
    visit: {},
    act: openNft("Claim 5000 now"),
    seen: ({ view }) => view("Nft").getByText("Marked as spam"),
  },
  {
    name: "Nft, with little known",
    visit: { script: { wallets: { [cinderbox]: { able: ["assets"], collectibles: withoutPictures } } } },
    act: openNft("#1"),
    seen: ({ view }) => view("Nft").getByText("Token ID"),
  },
  {
    name: "Nft, gone",
    visit: {},
    act: async (visitor) => {
      await openNft("Kittiwake at Dusk")(visitor)
      await visitor.modal.switchNetwork({ network: "eip155:1" })
    },
    seen: heading("NFT not found"),
  },
  {
    name: "Account, NFTs loading",
    visit: { script: { faults: { wallet_getAssets: forever } } },
    act: openNfts,
    seen: ({ view }) => view("Account").locator("[role=tabpanel] [aria-busy=true]"),
  },
  {
    name: "Account, no NFTs",
    visit: { script: { wallets: { [cinderbox]: { able: ["assets"], collectibles: [] } } } },
    act: openNfts,
    seen: heading("No NFTs yet"),
  },
  {
    name: "Account, NFTs unavailable",
    visit: { script: { faults: { wallet_getAssets: { status: 500 } } } },
    act: openNfts,
    seen: heading("Couldn't load your NFTs"),
  },
  {
    name: "Account, activity",
    visit: { open: "Account" },
    act: ({ dialog }) => dialog.getByRole("tab", { name: "Activity" }).click(),
    seen: ({ view }) => view("Account").locator("[data-transaction]").first(),
  },
  {
    name: "Transactions",
    visit: { open: "Transactions" },
    seen: ({ view }) => view("Transactions").locator("[data-transaction]").first(),
  },
  {
    name: "Transactions, loading",
    visit: { open: "Transactions", script: { faults: { history: forever } } },
    seen: ({ view }) => view("Transactions").locator("[aria-busy=true]"),
  },
  {
    name: "Transactions, unavailable",
    visit: { open: "Transactions", script: { faults: { history: { status: 500 } } } },
    seen: heading("Failed to fetch transactions"),
  },
  {
    name: "Transactions, none",
    visit: {
      open: "Transactions",
      options: { networks: ["eip155:43114", "eip155:8453"] },
      script: { wallets: { [halyard]: { chain: 43114 } } },
    },
    seen: heading("No Transactions yet"),
  },
  {
    name: "Transactions, offline",
    visit: {},
    act: async ({ openModal, dialog, connect }) => {
      await connect()
      dispatchEvent(new Event("offline"))
      await openModal("Account")
      await dialog.getByRole("tab", { name: "Activity" }).click()
    },
    seen: heading("You're offline"),
  },
  {
    name: "WalletSend",
    visit: { open: "WalletSend" },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Add Amount" }),
  },
  {
    name: "WalletSend, filled in",
    visit: { open: "WalletSend" },
    act: (visitor) => fillSend(visitor, "0.4", "ansel.eth"),
    seen: ({ dialog }) => dialog.locator("form").getByText(/^about/),
  },
  {
    name: "WalletSend, in fiat, insufficient balance",
    visit: { open: "WalletSend" },
    act: async ({ dialog }) => {
      await dialog.getByLabel("Amount in ETH").fill("1")
      await dialog.getByTitle("Enter amount in USD").click()
      await dialog.getByLabel("Amount in USD").fill("900000")
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Insufficient Funds" }),
  },
  {
    name: "WalletSend, address of another chain",
    visit: { open: "WalletSend" },
    act: (visitor) => fillSend(visitor, "0.4", "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi"),
    seen: ({ dialog }) => dialog.getByText("This address is for Solana."),
  },
  {
    name: "WalletSend, poisoned address",
    visit: { open: "WalletSend" },
    act: (visitor) => fillSend(visitor, "0.4", poisoned),
    seen: ({ dialog }) => dialog.getByText("but the middle is different"),
  },
  {
    name: "WalletSend, name of another network",
    visit: { open: "WalletSend" },
    act: (visitor) => fillSend(visitor, "0.4", "ottoline.eth"),
    seen: ({ dialog }) => dialog.getByText("This name has an address on Ethereum only."),
  },
  {
    name: "WalletSend, nodes unavailable",
    visit: { open: "WalletSend", script: { faults: { rpc: { status: 400 } } } },
    act: (visitor) => fillSend(visitor, "0.4", "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"),
    seen: ({ dialog }) => dialog.getByText("Couldn't load the fee."),
  },
  {
    name: "WalletSendSelectToken",
    visit: { open: "WalletSendSelectToken" },
    seen: ({ dialog }) => dialog.locator("[data-token=native]"),
  },
  {
    name: "WalletSendSelectToken, no results",
    visit: { open: "WalletSendSelectToken" },
    act: ({ dialog }) => dialog.getByLabel("Search tokens").fill("nothing of this name"),
    seen: heading("No tokens found"),
  },
  {
    name: "WalletSendPreview",
    visit: { open: "WalletSend" },
    act: (visitor) => reviewSend(visitor, "ansel.eth"),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Send 0.4 ETH" }),
  },
  {
    name: "WalletSendPreview, sponsored fee",
    visit: {
      open: "WalletSend",
      options: withPaymaster,
      script: { wallets: { [halyard]: { able: ["calls", "paymaster"] } } },
    },
    act: (visitor) => reviewSend(visitor, "ansel.eth"),
    seen: ({ dialog }) => dialog.getByText("Paid by this site"),
  },
  {
    name: "WalletSendPreview, poisoned address",
    visit: { open: "WalletSend" },
    act: (visitor) => reviewSend(visitor, poisoned),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Send 0.4 ETH anyway" }),
  },
  {
    name: "WalletSendPreview, name of another network",
    visit: { open: "WalletSend" },
    act: (visitor) => reviewSend(visitor, "ottoline.eth"),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Send 0.4 ETH anyway" }),
  },
  {
    name: "WalletSendPreview, wallet prompted",
    visit: { open: "WalletSend", script: { wallets: { [halyard]: { sign: "hang" } } } },
    act: async (visitor) => {
      await reviewSend(visitor, "ansel.eth")
      await visitor.dialog.getByRole("button", { name: "Send 0.4 ETH" }).click()
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Approve in Halyard" }),
  },
  {
    name: "WalletSendPreview, declined",
    visit: { open: "WalletSend", script: { wallets: { [halyard]: { sign: "reject" } } } },
    act: async (visitor) => {
      await reviewSend(visitor, "ansel.eth")
      await visitor.dialog.getByRole("button", { name: "Send 0.4 ETH" }).click()
    },
    seen: ({ dialog }) => dialog.getByText("You declined the request in Halyard. Nothing was sent."),
  },
  {
    name: "Account, after a transfer",
    visit: { open: "WalletSend" },
    act: async (visitor) => {
      await reviewSend(visitor, "ansel.eth")
      await visitor.dialog.getByRole("button", { name: "Send 0.4 ETH" }).click()
    },
    seen: ({ dialog }) => dialog.locator("[data-snack=success]"),
  },
  {
    name: "WalletReceive",
    visit: { open: "WalletReceive" },
    seen: ({ dialog }) => dialog.getByRole("img", { name: "QR code for your address" }),
  },
  {
    name: "WalletReceive, turned off",
    visit: { open: "WalletReceive", options: { features: { receive: false } } },
    seen: heading("No address to show"),
  },
  {
    name: "WalletReceive, wallet locked",
    visit: { open: "WalletReceive" },
    act: ({ holder }) => holder(halyard).lock(),
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Connect Wallet" }),
  },
  {
    name: "WalletCompatibleNetworks",
    visit: { open: "WalletCompatibleNetworks" },
    seen: ({ view }) => view("WalletCompatibleNetworks").getByText("Current"),
  },
  { name: "FundWallet", visit: { open: "FundWallet" }, seen: ({ dialog }) => dialog.getByText("Receive funds") },
  {
    name: "ChooseAccountName",
    visit: { open: "ChooseAccountName" },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Choose name" }),
  },
  {
    name: "RegisterAccountName, suggestions",
    visit: { open: "RegisterAccountName" },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "Name" }).fill("ansel"),
    seen: ({ dialog }) => dialog.getByText("This name is taken"),
  },
  {
    name: "RegisterAccountName, too short",
    visit: { open: "RegisterAccountName" },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "Name" }).fill("abc"),
    seen: ({ dialog }) => dialog.getByText("At least 4"),
  },
  {
    name: "RegisterAccountName, loading",
    visit: { open: "RegisterAccountName", script: { faults: { suggestions: forever } } },
    act: ({ dialog }) => dialog.getByRole("textbox", { name: "Name" }).fill("harbour"),
    seen: ({ view }) => view("RegisterAccountName").locator("[aria-busy=true]").first(),
  },
  {
    name: "RegisterAccountName, wallet prompted",
    visit: { open: "RegisterAccountName", script: { wallets: { [halyard]: { sign: "hang" } } } },
    act: async ({ dialog }) => {
      await dialog.getByRole("textbox", { name: "Name" }).fill("harbour")
      await dialog.getByRole("button", { name: "Register harbour.reown.id" }).click()
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Approve in your wallet" }),
  },
  {
    name: "RegisterAccountNameSuccess",
    visit: { open: "RegisterAccountName" },
    act: async ({ dialog }) => {
      await dialog.getByRole("textbox", { name: "Name" }).fill("harbour")
      await dialog.getByRole("button", { name: "Register harbour.reown.id" }).click()
    },
    seen: heading("Account name chosen successfully"),
  },
  {
    name: "ProfileWallets",
    visit: { open: "ProfileWallets" },
    seen: heading("Recently connected"),
  },
  {
    name: "ProfileWallets, on Bitcoin",
    visit: { open: "ProfileWallets" },
    act: ({ dialog }) => dialog.getByRole("tab", { name: "Bitcoin" }).click(),
    seen: ({ view }) => view("ProfileWallets").getByText("Ordinals"),
  },
  {
    name: "ProfileWallets, disconnected",
    visit: {},
    act: ({ modal }) => modal.open({ view: "ProfileWallets" }),
    seen: heading("No wallet connected"),
  },
  {
    name: "ProfileWallets, wallet locked",
    visit: {},
    act: async ({ connect, modal, holder }) => {
      await connect()
      holder(halyard).lock()
      await modal.open({ view: "ProfileWallets" })
    },
    seen: ({ view }) => view("ProfileWallets").getByText("Not responding"),
  },
  {
    name: "Networks, Solana next to EVM",
    visit: { options: { networks: ["eip155:8453", solana, devnet] } },
    act: async ({ openModal, view, connect, modal }) => {
      await connect("example.plover")
      await openModal("Account")
      await modal.open({ view: "Networks" })
      await view("Networks").waitFor()
    },
    seen: ({ view }) => view("Networks").getByText("Testnet"),
  },
  {
    name: "Networks",
    visit: {
      open: "Networks",
      options: { networks: ["eip155:8453", "eip155:1", "eip155:137", "eip155:10", "eip155:420"] },
    },
    seen: ({ view }) => view("Networks").getByText("Testnet"),
  },
  {
    name: "Networks, some unsupported by the wallet",
    visit: { script: { relay: { connect: "approve", chains: [1] } } },
    act: async ({ openModal, view, connect, modal }) => {
      await connect("walletConnect")
      await openModal("Account")
      await modal.open({ view: "Networks" })
      await view("Networks").waitFor()
    },
    seen: heading("Not supported by Fathom"),
  },
  {
    name: "SwitchActiveChain",
    visit: { open: "SwitchActiveChain" },
    seen: heading("Switch to Solana"),
  },
  {
    name: "UnsupportedChain",
    visit: {},
    act: async ({ view, connect, holder }) => {
      await connect()
      holder(halyard).move(4242)
      await view("UnsupportedChain").waitFor()
    },
    seen: ({ dialog }) => dialog.getByText("This site doesn't support Halyard's current network."),
  },
  {
    name: "SwitchNetwork, waiting",
    visit: { open: "SwitchNetwork" },
    seen: heading("Approve in Halyard"),
  },
  {
    name: "Networks, switch declined",
    visit: { script: { wallets: { "*": { switch: "reject" } } } },
    act: async ({ openModal, dialog, view, connect }) => {
      await connect()
      await openModal("Account")
      await dialog.getByRole("button", { name: /^Switch Network/ }).click()
      await view("Networks").locator('[data-network="eip155:137"]').click()
    },
    seen: ({ dialog }) => dialog.locator("[data-snack=error]"),
  },
  {
    name: "Account, embedded wallet",
    visit: { script: embedded },
    act: async ({ openModal, connect }) => {
      await connect("ID_AUTH")
      await openModal("Account")
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Settings" }),
  },
  {
    name: "AccountSettings",
    visit: { open: "AccountSettings" },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Switch to your EOA" }),
  },
  {
    name: "AccountSettings, smart sessions on",
    visit: { open: "AccountSettings", options: withSessions },
    seen: ({ dialog }) => dialog.getByRole("button", { name: /^Smart Sessions/ }),
  },
  {
    name: "Account, smart sessions on",
    visit: { open: "Account", options: withSessions },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Smart Sessions" }),
  },
  {
    name: "SmartSessionList",
    visit: { open: "SmartSessionList", options: withSessions },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Revoke Lamplight's access" }),
  },
  {
    name: "SmartSessionList, expired",
    visit: { open: "SmartSessionList", options: withSessions },
    act: ({ dialog }) => dialog.getByRole("tab", { name: "Expired" }).click(),
    seen: ({ dialog }) => dialog.getByText("Tidepool"),
  },
  {
    name: "SmartSessionList, revoking",
    visit: { open: "SmartSessionList", options: withSessions, script: { wallets: { [cinderbox]: { sign: "hang" } } } },
    act: ({ dialog }) => dialog.getByRole("button", { name: "Revoke Lamplight's access" }).click(),
    seen: ({ dialog }) => dialog.getByText("Revoking..."),
  },
  {
    name: "SmartSessionList, revoke declined",
    visit: {
      open: "SmartSessionList",
      options: withSessions,
      script: { wallets: { [cinderbox]: { sign: "reject" } } },
    },
    act: ({ dialog }) => dialog.getByRole("button", { name: "Revoke Lamplight's access" }).click(),
    seen: ({ dialog }) => dialog.locator("[data-snack=error]"),
  },
  {
    name: "SmartSessionList, loading",
    visit: { open: "SmartSessionList", options: withSessions, script: { faults: { sessions: forever } } },
    seen: ({ view }) => view("SmartSessionList").locator("[aria-busy=true]"),
  },
  {
    name: "SmartSessionList, unavailable",
    visit: { open: "SmartSessionList", options: withSessions, script: { faults: { sessions: { status: 500 } } } },
    seen: heading("Couldn't load sessions"),
  },
  {
    name: "SmartSessionList, turned off",
    visit: { open: "SmartSessionList" },
    seen: heading("Smart sessions aren't available here"),
  },
  {
    name: "SmartSessionList, none",
    visit: { open: "SmartSessionList", options: withSessions, script: { project: { networks: ["eip155:10"] } } },
    seen: heading("No active sessions"),
  },
  {
    name: "ApproveTransaction",
    visit: { script: embedded },
    act: requestSignature,
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Approve" }),
  },
  {
    name: "ApproveTransaction, loading",
    visit: { script: { ...embedded, faults: { RPC_REQUEST: forever } } },
    act: requestSignature,
    seen: ({ dialog }) => dialog.getByText("Opening your embedded wallet..."),
  },
  {
    name: "ApproveTransaction, no request",
    visit: { open: "ApproveTransaction" },
    seen: heading("Nothing to approve"),
  },
  {
    name: "OnRampProviders",
    visit: { open: "OnRampProviders", options: { termsConditionsUrl: "https://a.example/terms" } },
    seen: ({ dialog }) => dialog.getByText("about 98.56"),
  },
  {
    name: "OnRampProviders, estimate",
    visit: {
      open: "OnRampProviders",
      script: { faults: { onrampOptions: { status: 500 }, onrampQuote: { status: 500 } } },
    },
    seen: ({ dialog }) => dialog.getByText("Estimate", { exact: true }),
  },
  {
    name: "OnRampProviders, outside the limits",
    visit: { open: "OnRampProviders" },
    act: async ({ dialog }) => {
      await dialog.getByText("about 98.56").waitFor()
      await dialog.getByRole("textbox", { name: "You pay" }).fill("7")
    },
    seen: ({ dialog }) => dialog.getByText("Enter an amount between"),
  },
  {
    name: "OnRampTokenSelect",
    visit: { open: "OnRampTokenSelect" },
    seen: ({ dialog }) => dialog.getByText("Harbour"),
  },
  {
    name: "OnRampFiatSelect",
    visit: { open: "OnRampFiatSelect" },
    seen: ({ dialog }) => dialog.locator("[data-currency=EUR]"),
  },
  {
    name: "BuyInProgress",
    visit: { open: "OnRampProviders" },
    act: async ({ dialog }) => {
      await dialog.getByText("about 98.56").waitFor()
      await dialog.getByRole("button", { name: "Meld" }).click()
    },
    seen: heading("Buy in Meld"),
  },
  {
    name: "BuyInProgress, pop-up blocked",
    visit: { open: "OnRampProviders" },
    blocked: true,
    act: async ({ dialog }) => {
      await dialog.getByText("about 98.56").waitFor()
      await dialog.getByRole("button", { name: "Meld" }).click()
    },
    seen: heading("Pop-up blocked"),
  },
  {
    name: "BuyInProgress, failed",
    visit: { open: "OnRampProviders", script: { faults: { onrampUrl: { status: 502 } } } },
    act: async ({ dialog }) => {
      await dialog.getByText("about 98.56").waitFor()
      await dialog.getByRole("button", { name: "Meld" }).click()
    },
    seen: heading("Couldn't open Meld"),
  },
  { name: "Swap", visit: { open: "Swap" }, seen: ({ dialog }) => dialog.getByRole("button", { name: "Token: ETH" }) },
  {
    name: "Swap, quote",
    visit: { open: "Swap" },
    act: filled,
    seen: ({ dialog }) => dialog.getByText("New rate in"),
  },
  {
    name: "Swap, tokens unavailable",
    visit: { open: "Swap", script: { faults: { swapTokens: { status: 500 } } } },
    seen: ({ dialog }) => dialog.getByRole("alert").getByText("Couldn't load the tokens"),
  },
  {
    name: "Swap, insufficient balance",
    visit: { open: "Swap" },
    act: async (visitor) => {
      await filled(visitor)
      await visitor.dialog.getByRole("textbox", { name: "You pay" }).fill("5000")
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Insufficient balance" }),
  },
  {
    name: "Swap, no quote",
    visit: { open: "Swap", script: { faults: { swapQuotes: { status: 500 } } } },
    act: async ({ dialog }) => {
      await dialog.getByRole("button", { name: "Token: ETH" }).waitFor()
      await dialog.locator("[data-pick=toToken]").click()
      await dialog.getByRole("button", { name: "Harbour" }).click()
      await dialog.getByRole("textbox", { name: "You pay" }).fill("0.5")
    },
    seen: ({ dialog }) => dialog.getByText("Try another amount or token."),
  },
  {
    name: "SwapSelectToken",
    visit: { open: "SwapSelectToken" },
    seen: ({ view }) => view("SwapSelectToken").locator("[data-token]").first(),
  },
  {
    name: "SwapSelectToken, unavailable",
    visit: { open: "SwapSelectToken", script: { faults: { swapTokens: { status: 500 } } } },
    seen: heading("Couldn't load the tokens"),
  },
  {
    name: "SwapPreview",
    visit: { open: "Swap" },
    act: async (visitor) => {
      await filled(visitor)
      await visitor.dialog.getByRole("button", { name: "Review swap" }).click()
    },
    seen: ({ view }) => view("SwapPreview").getByRole("button", { name: "Swap" }),
  },
  {
    name: "SwapPreview, approved in one step",
    visit: {},
    act: async ({ connect, modal, dialog }) => {
      await connect(cinderbox)
      await modal.open({ view: "Swap", arguments: { fromToken: "USDC", toToken: "HRB", amount: "5" } })
      await dialog.getByText("New rate in").waitFor()
      await dialog.getByRole("button", { name: "Review swap" }).click()
    },
    seen: ({ view }) => view("SwapPreview").getByText(/in one step/i),
  },
  ...payStates,
  { name: "WhatIsABuy", visit: { open: "WhatIsABuy" }, seen: heading("Card or bank transfer") },
  {
    name: "SIWXSignMessage",
    visit: { options: { siwx: { statement: "Sign in to the visitor" } } },
    act: ({ connect }) => connect(),
    seen: ({ dialog }) => dialog.getByText("Valid until"),
  },
  {
    name: "SIWXSignMessage, full message",
    visit: { options: { siwx: { statement: "Sign in to the visitor" } } },
    act: async ({ dialog, connect }) => {
      await connect()
      await dialog.getByRole("button", { name: "Full message" }).click()
    },
    seen: ({ dialog }) => dialog.getByText("wants you to sign in with your Ethereum account"),
  },
  {
    name: "SIWXSignMessage, message of another site",
    visit: { options: { siwx: { domain: "bank.example" } } },
    act: ({ connect }) => connect(),
    seen: ({ dialog }) => dialog.getByText("This message is for bank.example"),
  },
  {
    name: "SIWXSignMessage, wallet prompted",
    visit: { options: { siwx: {} }, script: { wallets: { [halyard]: { sign: "hang" } } } },
    act: async ({ dialog, connect }) => {
      await connect()
      await dialog.getByRole("button", { name: /^Sign$/ }).click()
    },
    seen: ({ dialog }) => dialog.getByRole("button", { name: "Signing..." }),
  },
  {
    name: "SIWXSignMessage, declined",
    visit: { options: { siwx: {} }, script: { wallets: { [halyard]: { sign: "reject" } } } },
    act: async ({ dialog, connect }) => {
      await connect()
      await dialog.getByRole("button", { name: /^Sign$/ }).click()
    },
    seen: ({ dialog }) => dialog.getByText("Error signing message"),
  },
  {
    name: "DataCapture",
    visit: { script: captures("required") },
    act: ({ connect }) => connect(),
    seen: ({ dialog }) => dialog.getByText("needs your email before you sign in"),
  },
  {
    name: "DataCapture, optional, with a known email",
    visit: { script: captures("optional") },
    act: async (visitor) => {
      await mailed(visitor, "linden@fernhill.example")
      await visitor.dialog.getByRole("button", { name: "Change email" }).click()
    },
    seen: ({ dialog }) => dialog.getByText("Recently used"),
  },
  {
    name: "DataCapture, invalid email",
    visit: { script: captures("required") },
    act: (visitor) => mailed(visitor, "linden at fernhill"),
    seen: ({ dialog }) => dialog.getByText("Invalid email. Try again."),
  },
  {
    name: "DataCapture, sending the code",
    visit: { script: captures("required", { authOtp: forever }) },
    act: (visitor) => mailed(visitor, "linden@fernhill.example"),
    seen: ({ dialog }) => dialog.locator("[aria-busy=true]"),
  },
  {
    name: "DataCapture, code not sent",
    visit: { script: captures("optional", { authOtp: { status: 500 } }) },
    act: (visitor) => mailed(visitor, "linden@fernhill.example"),
    seen: ({ dialog }) => dialog.getByText("Failed to send email OTP"),
  },
  {
    name: "DataCaptureOtpConfirm",
    visit: { script: captures("required") },
    act: (visitor) => mailed(visitor, "linden@fernhill.example"),
    seen: ({ dialog }) => dialog.getByLabel("6-digit code"),
  },
  {
    name: "DataCaptureOtpConfirm, verifying the code",
    visit: { script: captures("required", { authOtpConfirm: forever }) },
    act: (visitor) => coded(visitor, "123456"),
    seen: ({ dialog }) => dialog.getByText("Verifying code"),
  },
  {
    name: "DataCaptureOtpConfirm, wrong code",
    visit: { script: captures("required") },
    act: (visitor) => coded(visitor, "000000"),
    seen: ({ dialog }) => dialog.getByText("Incorrect code."),
  },
  {
    name: "DataCaptureOtpConfirm, provider unavailable",
    visit: { script: captures("required", { authOtpConfirm: { status: 500 } }) },
    act: (visitor) => coded(visitor, "123456"),
    seen: ({ dialog }) => dialog.getByText("Try again"),
  },
] satisfies readonly State[]

/** Views without a state. */
type Missing = Exclude<RouteName, ViewOf<(typeof allStates)[number]["name"]>>
type ViewOf<Name extends string> = Name extends `${infer View}${" " | ","}${string}` ? ViewOf<View> : Name

/** All states of all views. The compiler requires at least one state for each view. */
export const states: readonly State[] = allStates satisfies Record<Missing, unknown>

/** Address that begins and ends like the sender's. */
const poisoned = "0xdbc707d12a9b4fc6b3851e2c90fad46b3ca027c9"

const fillSend = async ({ dialog }: Visitor, amount: string, receiver: string) => {
  await dialog.getByLabel("Amount in ETH").fill(amount)
  await dialog.getByLabel("Address or name").fill(receiver)
}

const reviewSend = async (visitor: Visitor, receiver: string) => {
  await fillSend(visitor, "0.4", receiver)
  await visitor.dialog.getByRole("button", { name: "Preview Send" }).click()
}
