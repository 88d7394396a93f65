import { describe, expect, it } from "vitest"
import { base, bitcoin, bitcoinTestnet, mainnet, polygon, solana, solanaDevnet } from "../../src/options/networks.ts"
import { sharingAddress } from "../../src/receive/model.ts"

const networks = [mainnet, base, solana, polygon, bitcoin, bitcoinTestnet, solanaDevnet]

describe("The networks that share an address", () => {
  it.each([
    ["of an EVM account: all EVM networks, the active one first", base, "eoa", [base, mainnet, polygon]],
    ["of a smart account: the active one", base, "smartAccount", [base]],
    ["of a Solana account: all Solana networks", solana, undefined, [solana, solanaDevnet]],
    ["of Bitcoin: the active one", bitcoin, "payment", [bitcoin]],
  ] as const)("%s", (_, current, type, shared) => {
    expect(sharingAddress(networks, current, type)).toEqual(shared)
  })
})
