import type { Modal } from "portico"
import { solana } from "../../src/options/networks.ts"
import type { OperationName } from "../../src/stub/operationNames.ts"

/** Features of the project that the sample inputs need. */
export const features = [
  { id: "social_login", isEnabled: true, config: ["email", "google"] },
  { id: "swap", isEnabled: true, config: ["1inch"] },
  { id: "onramp", isEnabled: true, config: ["meld"] },
  { id: "activity", isEnabled: true, config: null },
  { id: "multi_wallet", isEnabled: true, config: null },
]

/** Sample input by operation: a value, or the result of another operation. Operations without a row have no input. */
export const inputs: { readonly [Name in OperationName]?: Input<Name> } = {
  connect: { wallet: "example.halyard" },
  switchConnection: {
    namespace: "eip155",
    connectorId: "example.halyard",
    address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9",
  },
  deleteConnection: { namespace: "eip155", connectorId: "example.cinderbox" },
  reconnect: { namespace: "eip155", connectorId: "example.halyard" },
  setPreferredAccountType: { type: "smartAccount" },
  switchNetwork: { network: "eip155:8453" },
  addNamespace: { namespace: "solana", networks: [solana] },
  removeNamespace: { namespace: "solana" },
  signMessage: { message: "Hello" },
  searchWallets: { search: "light" },
  quoteSwap: { fromToken: "USDC", toToken: "HRB", amount: "40" },
  swap: { from: "quoteSwap", as: "quote" },
  quoteOnramp: { amount: "100" },
  openOnramp: { from: "quoteOnramp", as: "quote", first: true },
  payWithExchange: { exchange: "quayside", amount: "0.01" },
  pay: {
    paymentAsset: {
      network: "eip155:8453",
      asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      metadata: { name: "USD Coin", symbol: "USDC", decimals: 6 },
    },
    recipient: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3",
    amount: "14.5",
  },
  estimateSend: {
    token: "native",
    sendTokenAmount: "0.01",
    receiverAddress: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3",
  },
  send: { token: "native", sendTokenAmount: "0.01", receiverAddress: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3" },
  loginWithEmail: { email: "linden@fernhill.example" },
  submitOtp: { otp: "123456" },
  updateEmail: { email: "rowan@fernhill.example" },
  resolveName: { name: "ottoline.eth" },
  reverseName: { address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9" },
  suggestNames: { name: "ansel" },
  registerName: { name: "ansel1" },
}

/** A value, or the latest result of another operation under a name; `first` takes the first item of a list. */
type Input<Name extends OperationName> = Parameters<Modal[Name]>[0] | From

export interface From {
  readonly from: OperationName
  readonly as: string
  readonly first?: true
}
