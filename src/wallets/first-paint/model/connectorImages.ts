/** Image IDs of connectors without an image of their own, by connector ID, for the provider's `/public/getAssetImage/{id}`. */
export const connectorImages: { readonly [connectorId: string]: string } = {
  walletConnect: "ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
  injected: "07ba87ed-43aa-4adf-4540-9e6a2b9cae00",
  coinbaseWallet: "0c2840c3-5b04-4c44-9661-fbd4b49e1800",
  coinbaseWalletSDK: "0c2840c3-5b04-4c44-9661-fbd4b49e1800",
  safe: "461db637-8616-43ce-035a-d89b8a1d5800",
  ledger: "54a1aa77-d202-4f8d-0fb2-5d2bb6db0300",
}
