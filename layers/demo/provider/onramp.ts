import { hexOf } from "../random.ts"

const chainsSold: Readonly<Record<string, object>> = {
  ethereum: { displayName: "Ethereum", chainId: "1", contractAddress: "" },
  polygon: { displayName: "Polygon", chainId: "137", contractAddress: "" },
  base: { displayName: "Base", chainId: "8453", contractAddress: "" },
  solana: { displayName: "Solana", chainId: "0", contractAddress: "" },
}

/** Tokens on sale and payment currencies, in one of the two formats of the on-ramp service. */
export const onSale = {
  purchaseCurrencies: [
    ["USDC", "USD Coin", ["ethereum", "polygon", "base", "solana"]],
    ["ETH", "Ether", ["ethereum", "base"]],
    ["POL", "POL", ["polygon"]],
    ["SOL", "Solana", ["solana"]],
    ["HRB", "Harbour", ["ethereum", "base"]],
  ].map(([symbol, name, on]) => ({
    id: hexOf(`sold ${symbol}`, 32),
    name,
    symbol,
    networks: (on as readonly string[]).map((network) => ({ name: network, ...chainsSold[network] })),
  })),
  paymentCurrencies: ["USD", "EUR", "GBP"].map((id) => ({
    id,
    limits: [
      { id: "CARD", min: "10.00", max: "7500.00" },
      { id: "ACH_BANK_ACCOUNT", min: "10.00", max: "25000.00" },
    ],
  })),
}

export const onrampFee = 0.0144

export const dollars: Readonly<Record<string, number>> = { USD: 1, EUR: 1.08, GBP: 1.27 }
