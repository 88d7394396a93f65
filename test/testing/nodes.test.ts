import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  parseAbi,
  parseSignature,
  serializeErc6492Signature,
  stringToHex,
} from "viem"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Script, testModal } from "../../src/testing/index.ts"
import contracts from "../fixtures/contracts/contracts.json" with { type: "json" }
import { draws, judgedCount, textOf } from "../fixtures/draws.ts"
import { type Anvil, first, start } from "../real/parts/anvil.ts"

let node: Anvil
beforeAll(async () => {
  node = await start({ chainId: foundry.id })
})
afterAll(() => node.stop())

const contractOf = (name: keyof typeof contracts, args?: readonly unknown[]) => ({
  abi: contracts[name].abi as never,
  bytecode: contracts[name].bytecode as Hex,
  ...(args && { args }),
})

const classes: readonly { readonly id: string; readonly script?: Script }[] = [
  { id: "example.halyard" },
  { id: "example.latchkey", script: { wallets: { "example.latchkey": "approve" } } },
  { id: "walletConnect", script: { relay: { connect: "approve" } } },
  { id: "ID_AUTH", script: { login: "ada@example.com" } },
]

/** Connects a wallet on a modal in front of the node. */
const connected = async (id: string, script?: Script) => {
  const test = testModal({ networks: [foundry], script: { ...script, nodes: { "eip155:31337": node.url } } })
  await test.modal.connect({ wallet: id })
  const address = test.modal.state.address.value as Address
  await node.setBalance(address, "10")
  return { ...test, address }
}

describe("A demo wallet in front of anvil", () => {
  it.each(classes)("signs a permit that the token accepts, and sends a transfer: $id", async ({ id, script }) => {
    const { modal, address, destroy } = await connected(id, script)
    const token = await node.deploy(contractOf("PermitToken"))
    const spender = first.address
    const message = { owner: address, spender, value: "7", nonce: "0", deadline: "99999999999" }
    const typed = {
      domain: { name: "Permit token", version: "1", chainId: foundry.id, verifyingContract: token },
      primaryType: "Permit",
      types: {
        Permit: [
          { name: "owner", type: "address" },
          { name: "spender", type: "address" },
          { name: "value", type: "uint256" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
      },
      message,
    }
    const provider = await modal.getProvider("eip155")
    const params = [address, JSON.stringify(typed)] as [Address, string]
    const { r, s, v } = parseSignature(await provider.request({ method: "eth_signTypedData_v4", params }))
    const abi = parseAbi([
      "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
      "function allowance(address owner, address spender) view returns (uint256)",
    ])
    const payer = createWalletClient({ account: first, chain: foundry, transport: http(node.url) })
    const hash = await payer.writeContract({
      abi,
      address: token,
      functionName: "permit",
      args: [address, spender, 7n, 99999999999n, Number(v), r, s],
    })
    await node.mined(hash)
    expect(
      await node.client.readContract({ abi, address: token, functionName: "allowance", args: [address, spender] }),
    ).toBe(7n)

    const receiverAddress = "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"
    const before = await node.client.getBalance({ address: receiverAddress })
    await modal.send({ token: "native", sendTokenAmount: "0.5", receiverAddress })
    await expect
      .poll(() => node.client.getBalance({ address: receiverAddress }))
      .toBe(before + 500_000_000_000_000_000n)
    await destroy()
  })

  it("fails with the node's error for a transaction that reverts, and with an internal error if no node responds", async () => {
    const { modal, address, destroy } = await connected("example.halyard")
    const token = await node.deploy(contractOf("PermitToken"))
    const provider = await modal.getProvider("eip155")
    const data = encodeFunctionData({
      abi: parseAbi(["function transfer(address to, uint256 value)"]),
      args: [first.address, 1n],
    })
    await expect(
      provider.request({ method: "eth_sendTransaction", params: [{ from: address, to: token, data }] }),
    ).rejects.toThrow(/exceeds balance/)
    await destroy()

    const dead = testModal({ networks: [foundry], script: { nodes: { "eip155:31337": "http://127.0.0.1:1" } } })
    await dead.modal.connect({ wallet: "example.halyard" })
    const lost = await dead.modal.getProvider("eip155")
    await expect(lost.request({ method: "eth_gasPrice" })).rejects.toMatchObject({ _tag: "InternalRpcError" })
    await dead.destroy()
  })
})

describe("A smart account's signature", () => {
  it("verifies by ERC-1271 for a deployed account of the embedded wallet", async () => {
    const { modal, address, destroy } = await connected("ID_AUTH", { login: "ada@example.com" })
    const implementation = await node.deploy(contractOf("SmartAccount", [`0x${"0".repeat(40)}`]))
    // Delegates the account's code (EIP-7702).
    await node.control.setCode({ address, bytecode: `0xef0100${implementation.slice(2)}` })
    const { abi } = contracts.SmartAccount
    const asked = { abi, address, functionName: "isValidSignature" } as const
    const provider = await modal.getProvider("eip155")

    for (const draw of draws(judgedCount)) {
      const message = textOf(draw)
      const signature = await provider.request({ method: "personal_sign", params: [stringToHex(message), address] })
      const says = (hash: Hex) => node.client.readContract({ ...asked, args: [hash, signature] } as never)
      expect(await says(hashMessage(message))).toBe("0x1626ba7e")
      expect(await says(hashMessage(`${message}.`))).toBe("0xffffffff")
    }
    await destroy()
  })

  it("verifies by ERC-6492 for an account that a demo wallet owns before it is deployed", async () => {
    const { modal, address: owner, destroy } = await connected("example.halyard")
    const factory = await node.deploy(contractOf("AccountFactory"))
    const abi = parseAbi([
      "function deploy(address owner) returns (address)",
      "function addressOf(address owner) view returns (address)",
    ])
    const address = await node.client.readContract({ abi, address: factory, functionName: "addressOf", args: [owner] })
    const data = encodeFunctionData({ abi, functionName: "deploy", args: [owner] })
    const provider = await modal.getProvider("eip155")

    expect(await node.client.getCode({ address })).toBe(undefined)
    for (const draw of draws(judgedCount)) {
      const message = textOf(draw)
      const signed = await provider.request({ method: "personal_sign", params: [stringToHex(message), owner] })
      const signature = serializeErc6492Signature({ address: factory, data, signature: signed })
      expect(await node.client.verifyMessage({ address, message, signature })).toBe(true)
      expect(await node.client.verifyMessage({ address, message: `${message}.`, signature })).toBe(false)
    }
    await destroy()
  })
})
