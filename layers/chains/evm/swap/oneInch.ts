import type { CaipNetworkId } from "../../../../src/options/networks.ts"
import type { Places, Router } from "./routers.ts"

// The routers of 1inch (specification section 9: "Swaps via 1inch"). Addresses of version 5 are from constants/contracts.go of
// github.com/1inch/1inch-sdk-go. Those of version 6, which includes the limit order protocol, are from the deployments in README.md of
// github.com/1inch/limit-order-protocol. Functions are from their verified sources, e.g.
// etherscan.io/address/0x1111111254EEB25477B68fb85Ed929f73A960582#code, and from constants/abi/aggregationRouterV6.abi.json of
// 1inch-sdk-go.

const everywhere: readonly CaipNetworkId[] = [
  "eip155:1",
  "eip155:10",
  "eip155:56",
  "eip155:100",
  "eip155:137",
  "eip155:250",
  "eip155:8217",
  "eip155:8453",
  "eip155:42161",
  "eip155:43114",
  "eip155:1313161554",
]
const zkSync: readonly CaipNetworkId[] = ["eip155:324"]

/**
 * Returns the argument positions of `swap`. Its arguments are the executor, input token, output token, recipient of the input, recipient of
 * the output, amount, minimum and flags. `harmless`: values of the flags that the checks accept.
 */
const described = (harmless: readonly bigint[]): Places => ({
  given: 1,
  wanted: 2,
  recipient: 4,
  units: 5,
  minimum: 6,
  options: { at: 7, harmless },
})

/**
 * Functions of the version 5 router, which enforces the arguments of `swap` itself. The other functions name no output token: the caller
 * chooses the pools, and a pool may misreport what it paid.
 */
const version5: Router["functions"] = {
  // Bit 0: the input may be spent in part. Bit 1: more native currency is sent than the input. Bit 2 has no meaning since version 5.
  "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)": described([0n, 4n]),
  "unoswap(address,uint256,uint256,uint256[])": { recipient: "sender", given: 0, units: 1, minimum: 2 },
  "unoswapTo(address,address,uint256,uint256,uint256[])": { recipient: 0, given: 1, units: 2, minimum: 3 },
  "uniswapV3Swap(uint256,uint256,uint256[])": { recipient: "sender", units: 0, minimum: 1 },
  "uniswapV3SwapTo(address,uint256,uint256,uint256[])": { recipient: 0, units: 1, minimum: 2 },
}

const ofToken: Places = { recipient: "sender", given: 0, units: 1, minimum: 2 }
const ofTokenTo: Places = { recipient: 0, given: 1, units: 2, minimum: 3 }
const ofCoin: Places = { recipient: "sender", given: "coin", units: "value", minimum: 0 }
const ofCoinTo: Places = { recipient: 0, given: "coin", units: "value", minimum: 1 }

const version6: Router["functions"] = {
  // Bit 2: the input is taken through Permit2.
  "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)": described([0n]),
  "unoswap(uint256,uint256,uint256,uint256)": ofToken,
  "unoswap2(uint256,uint256,uint256,uint256,uint256)": ofToken,
  "unoswap3(uint256,uint256,uint256,uint256,uint256,uint256)": ofToken,
  "unoswapTo(uint256,uint256,uint256,uint256,uint256)": ofTokenTo,
  "unoswapTo2(uint256,uint256,uint256,uint256,uint256,uint256)": ofTokenTo,
  "unoswapTo3(uint256,uint256,uint256,uint256,uint256,uint256,uint256)": ofTokenTo,
  "ethUnoswap(uint256,uint256)": ofCoin,
  "ethUnoswap2(uint256,uint256,uint256)": ofCoin,
  "ethUnoswap3(uint256,uint256,uint256,uint256)": ofCoin,
  "ethUnoswapTo(uint256,uint256,uint256)": ofCoinTo,
  "ethUnoswapTo2(uint256,uint256,uint256,uint256)": ofCoinTo,
  "ethUnoswapTo3(uint256,uint256,uint256,uint256,uint256)": ofCoinTo,
}

/** Routers whose calls are decoded on live networks. */
export const oneInch: readonly Router[] = [
  { networks: everywhere, address: "0x1111111254EEB25477B68fb85Ed929f73A960582", functions: version5 },
  { networks: zkSync, address: "0x6e2B76966cbD9cF4cC2Fa0D76d24d5241E0ABC2F", functions: version5 },
  { networks: everywhere, address: "0x111111125421cA6dc452d289314280a0f8842A65", functions: version6 },
  { networks: zkSync, address: "0x6fd4383cB451173D5f9304F041C7BCBf27d561fF", functions: version6 },
]
