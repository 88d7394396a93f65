import type { Behaviour, Quirk, Script } from "../../layers/demo.ts"
import type { NetworkNamespace } from "../options/namespaces.ts"

/** Outcome of an operation: `ok`, `pending` if it keeps waiting for the wallet, or the tag of its error. */
export type Outcome = "ok" | "pending" | (string & {})

/** Deviation of a real wallet from the standards, with a script that makes a demo wallet deviate in the same way. */
export interface ZooWallet {
  readonly name: string
  /** Description of the deviation, in one sentence. */
  readonly deviation: string
  /** URL of a public report. */
  readonly source: string
  readonly namespace: NetworkNamespace
  /** Connector ID, for `connect({ wallet })`. */
  readonly id: string
  /** Connector IDs of the same wallet in other namespaces. */
  readonly others?: readonly string[]
  /** Scenario for `testModal` or `demo`. */
  readonly script: Script
  /**
   * Outcome of Portico's operations with this wallet. Operations without an entry are `ok`, or impossible because the wallet does not
   * connect.
   */
  readonly outcome: {
    readonly connect?: Outcome
    readonly switchNetwork?: Outcome
    readonly signMessage?: Outcome
    readonly send?: Outcome
    readonly disconnect?: Outcome
  }
}

type About = readonly [name: string, deviation: string, source: string]

const github = "https://github.com/"
const halyard = "example.halyard"

const on = (
  id: string,
  [name, deviation, source]: About,
  behaviour: Behaviour,
  outcome: ZooWallet["outcome"] = {},
): ZooWallet => ({
  name,
  deviation,
  source: github + source,
  namespace: "eip155",
  id,
  script: { wallets: { [id]: behaviour } },
  outcome,
})

/** Returns an installed EVM wallet with one quirk. It is on Ethereum and also supports Polygon. */
const evm = (
  quirk: Quirk,
  about: About,
  behaviour: Exclude<Behaviour, string> = {},
  outcome?: ZooWallet["outcome"],
  id = halyard,
): ZooWallet => ({
  ...on(halyard, about, { chains: [1, 137], quirks: [quirk], ...behaviour }, outcome),
  id,
})

/** Returns the phone's wallet, which connects over WalletConnect. */
const phone = (about: About, behaviour: Exclude<Behaviour, string>, outcome?: ZooWallet["outcome"]): ZooWallet => ({
  ...on("walletConnect", about, {}, outcome),
  script: { relay: { connect: "approve", ...behaviour } },
})

/**
 * Deviations of real wallets from the standards, each with a public report. Use them to test a site's own connect flow: `for (const wallet
 * of zoo) test(wallet.name, ...)`.
 */
export const zoo: readonly ZooWallet[] = [
  evm("numberChainId", [
    "Chain ID as a number",
    "eth_chainId and chainChanged have a number instead of hex.",
    "tahowallet/extension/issues/1242",
  ]),
  evm("decimalChainId", [
    "Chain ID as decimal digits",
    "eth_chainId and chainChanged have decimal digits instead of hex.",
    "WalletConnect/walletconnect-docs/pull/979",
  ]),
  evm("objectChainId", [
    "Chain ID in an object",
    "chainChanged has an object with the chain ID.",
    "brave/brave-browser/issues/19261",
  ]),
  evm("lowerCase", [
    "Lowercase accounts",
    "Accounts have no checksum (EIP-55).",
    "MetaMask/metamask-extension/issues/10671",
  ]),
  evm("earlyAccounts", [
    "Accounts event before the response",
    "accountsChanged repeats the accounts while eth_requestAccounts is still open.",
    "MetaMask/metamask-extension/issues/18817",
  ]),
  evm("doubleEvents", ["Every event twice", "Each event is emitted twice.", "MetaMask/metamask-mobile/issues/2162"]),
  evm(
    "noAccountsEvent",
    [
      "Approval without an event",
      "accountsChanged is not emitted when the user approves a prompt from before a reload.",
      "MetaMask/metamask-extension/issues/11403",
    ],
    { quirks: ["noAccountsEvent", "closedPopup"] },
  ),
  evm(
    "nestedRejection",
    [
      "Rejection nested in an internal error",
      "A rejection is -32603, with 4001 in data.originalError.",
      "MetaMask/metamask-extension/issues/19025",
    ],
    { connect: "reject" },
    { connect: "ConnectionRejected" },
  ),
  evm(
    "internalRejection",
    [
      "Rejection only in the message",
      "A rejection is -32603, and only the message mentions the user.",
      "MetaMask/metamask-extension/issues/24227",
    ],
    { sign: "reject" },
    { signMessage: "UserRejectedRequestError", send: "UserRejectedRequestError" },
  ),
  evm(
    "stringRejection",
    [
      "Rejection as a string",
      "A rejection throws a string instead of an error.",
      "sherlock-protocol/sherlock-v2-frontend/pull/59",
    ],
    { connect: "reject" },
    { connect: "ConnectionRejected" },
  ),
  evm(
    "emptyRejection",
    [
      "Rejection as an empty object",
      "A rejection throws an object without code and message.",
      "MetaMask/metamask-mobile/issues/1314",
    ],
    { connect: "reject" },
    { connect: "ConnectFailed" },
  ),
  evm(
    "nullRejection",
    ["Rejection as null", "A rejected request returns null.", "rainbow-me/rainbow/issues/5504"],
    { sign: "reject" },
    { signMessage: "AnswerInvalid", send: "SendUnclear" },
  ),
  evm(
    "nestedUnknownChain",
    [
      "Unknown chain nested in an internal error",
      "Switching to an unknown chain is -32603, with 4902 in data.originalError.",
      "Uniswap/web3-react/pull/770",
    ],
    { chains: [1] },
  ),
  evm(
    "noSwitch",
    ["No switching", "wallet_switchEthereumChain does not exist (-32601).", "MetaMask/metamask-mobile/issues/3035"],
    {},
    { switchNetwork: "SwitchNotApproved" },
  ),
  evm(
    "falseSwitch",
    [
      "Switch that does nothing",
      "Switching to an unknown chain returns null and changes nothing.",
      "MetaMask/metamask-mobile/issues/12502",
    ],
    { chains: [1] },
    { switchNetwork: "SwitchNotApproved" },
  ),
  evm("earlySwitch", [
    "Switch that responds early",
    "wallet_switchEthereumChain returns about 400 ms before eth_chainId changes.",
    "circlefin/arc-node/issues/89",
  ]),
  evm("silentSwitch", [
    "Switch without a response",
    "The wallet switches, but wallet_switchEthereumChain never returns.",
    "wevm/wagmi/pull/1376",
  ]),
  evm(
    "addOnly",
    ["Adds without switching", "wallet_addEthereumChain does not switch.", "rainbow-me/rainbow/issues/5620"],
    { chains: [1] },
  ),
  evm(
    "lockedAnswer",
    [
      "Locked wallet returns no accounts",
      "eth_requestAccounts returns an empty list while the wallet is locked.",
      "brave/brave-browser/issues/19641",
    ],
    { locked: true },
    { connect: "ConnectFailed" },
  ),
  evm("closedPopup", [
    "Closed pop-up stays open",
    "A request after a closed pop-up fails with -32002. The user approves the first one in the wallet.",
    "MetaMask/metamask-extension/issues/10085",
  ]),
  evm(
    "dismissedPopup",
    [
      "Dismissed dialog without a code",
      "Dismissing the dialog fails with a message that does not mention the user.",
      "coinbase/coinbase-wallet-sdk/pull/573",
    ],
    {},
    { connect: "ConnectFailed" },
  ),
  on(
    halyard,
    [
      "Pop-up without a response",
      "Dismissing the unlock pop-up leaves the request open forever.",
      "MetaMask/metamask-extension/issues/11280",
    ],
    { connect: "hang" },
    { connect: "pending" },
  ),
  evm("lostNode", [
    "Disconnect event while it reconnects",
    "disconnect with code 1013 is emitted on a change of network. The accounts stay granted.",
    "MetaMask/metamask-extension/issues/13375",
  ]),
  evm("noRevoke", ["No revoking", "wallet_revokePermissions does not exist (-32601).", "reown-com/appkit/pull/2683"]),
  evm("noRemoveListener", [
    "No removeListener",
    "The provider has neither removeListener nor off.",
    "rainbow-me/rainbowkit/issues/1354",
  ]),
  evm("lowRecovery", [
    "Recovery value of 0 or 1",
    "Signatures end in 0 or 1 instead of 27 or 28.",
    "MetaMask/metamask-extension/issues/10850",
  ]),
  evm(
    "windowEthereum",
    [
      "Claims to be MetaMask",
      "window.ethereum of another wallet has isMetaMask, and the wallet does not announce itself.",
      "MetaMask/detect-provider/pull/87",
    ],
    {},
    {},
    "injected",
  ),
  on(
    halyard,
    [
      "Late announcement",
      "The wallet announces itself some time after the page requests wallets.",
      "safe-global/safe-wallet-monorepo/pull/8307",
    ],
    { chains: [1, 137], announce: 300 },
  ),
  evm("announcedTwice", ["Announced twice", "The wallet announces itself twice.", "tempoxyz/accounts/pull/70"]),
  evm("announcedDifferently", [
    "Announced under another name",
    "Each announcement has another UUID, name and image.",
    "ethereum/EIPs/pull/6963",
  ]),
  evm("lateHash", [
    "Safe transaction hash",
    "eth_sendTransaction returns a hash that no node knows.",
    "wevm/wagmi/issues/2461",
  ]),
  evm(
    "longHash",
    [
      "Signature instead of a hash",
      "eth_sendTransaction returns a longer value that is not a hash.",
      "RabbyHub/Rabby/issues/3057",
    ],
    {},
    { send: "SendUnclear" },
  ),
  phone(
    [
      "Session without switching",
      "The session lacks wallet_switchEthereumChain, and has only one of the networks.",
      "MetaMask/metamask-mobile/issues/6655",
    ],
    { chains: [1] },
    { switchNetwork: "SwitchNotApproved" },
  ),
  phone(
    [
      "Phone that returns without a response",
      "The user comes back from the wallet's app, but no response arrives.",
      "WalletConnect/walletconnect-monorepo/issues/375",
    ],
    { quirks: ["noAnswer"] },
    { signMessage: "pending", send: "pending" },
  ),
  phone(
    [
      "Late approval from the phone",
      "The approval arrives some time after the user comes back to the page.",
      "WalletConnect/walletconnect-monorepo/issues/2638",
    ],
    { delay: 500 },
  ),
  phone(
    [
      "Signature with a recovery value of 0 or 1",
      "Signatures over WalletConnect end in 0 or 1.",
      "LedgerHQ/ledger-live/issues/3836",
    ],
    { quirks: ["lowRecovery"] },
  ),
  {
    ...on(
      halyard,
      [
        "One name on three chains",
        "The wallet has one object per chain type, all with the same name.",
        "swapkit/SwapKit/pull/964",
      ],
      {},
    ),
    others: ["example.halyard.solana", "example.sheepshank"],
    script: { wallets: { [halyard]: { chains: [1, 137] }, "example.sheepshank": { name: "Halyard" } } },
  },
  {
    ...on(
      "example.plover",
      ["No Solana account", "standard:connect returns no account.", "rango-exchange/rango-client/pull/1128"],
      "lock",
      { connect: "ConnectFailed" },
    ),
    namespace: "solana",
  },
]
