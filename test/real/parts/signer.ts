import { type Address, createWalletClient, type Hex, hexToBigInt, http, isHex, type LocalAccount } from "viem"

/** Methods that a wallet handles with its private key. */
export const signing = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction"] as const

export const isSigning = (method: string): method is (typeof signing)[number] =>
  (signing as readonly string[]).includes(method)

/**
 * Handles a signing request of EIP-191, EIP-712 or EIP-1474 with a viem account. Returns the signature, or the hash of
 * the transaction that `node` (an HTTP URL) accepted. Throws the node's error.
 */
export const sign = async (
  account: LocalAccount,
  node: string,
  method: (typeof signing)[number],
  params: readonly unknown[],
): Promise<Hex> => {
  switch (method) {
    case "personal_sign": {
      const [message] = params
      if (typeof message !== "string") throw new Error("personal_sign without a message")
      return account.signMessage({ message: isHex(message) ? { raw: message } : message })
    }
    case "eth_signTypedData_v4": {
      const [, typedData] = params
      return account.signTypedData(typeof typedData === "string" ? JSON.parse(typedData) : typedData)
    }
    case "eth_sendTransaction": {
      const [{ to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas }] = params as [WireTransaction]
      const wallet = createWalletClient({ account, transport: http(node) })
      return wallet.sendTransaction({
        chain: null,
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: hexToBigInt(value) }),
        ...(gas && { gas: hexToBigInt(gas) }),
        // As MetaMask does with fees suggested by the site.
        ...(maxFeePerGas && { maxFeePerGas: hexToBigInt(maxFeePerGas) }),
        ...(maxPriorityFeePerGas && { maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas) }),
      })
    }
  }
}

interface WireTransaction {
  readonly to?: Address
  readonly value?: Hex
  readonly data?: Hex
  readonly gas?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}
