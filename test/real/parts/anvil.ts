import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import {
  type Abi,
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  withRetry,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"

const account = (addressIndex: number) =>
  mnemonicToAccount("test test test test test test test test test test test junk", { addressIndex })

/** Three of anvil's accounts, each with 10,000 native coins on every chain started here. */
export const [first, second, third] = [account(0), account(1), account(2)] as const
/** A separate account, so the tests' accounts have sent nothing. */
const deployer = account(9)

export interface Token {
  readonly address: Address
  /** Balance of an account, in the smallest units. */
  held(owner: Address): Promise<bigint>
}

export interface Anvil {
  readonly chainId: number
  /** `http://127.0.0.1:PORT`, JSON-RPC over HTTP POST and WebSocket, open to pages (CORS `*`). */
  readonly url: string
  /** viem's public client on this chain. */
  readonly client: ReturnType<typeof reader>
  /** Resolves with a transaction's receipt once it is mined. */
  mined(hash: Hex): Promise<TransactionReceipt>
  /** Deploys a contract, with these arguments if it takes any. Returns its address. */
  deploy(contract: { readonly bytecode: Hex; readonly abi: Abi; readonly args?: readonly unknown[] }): Promise<Address>
  /** Deploys an ERC-20 token with 18 decimals and mints the whole supply, in whole tokens, to `owner`. */
  deployToken(name: string, symbol: string, supply: number, owner: Address): Promise<Token>
  /** Sets a native balance, in whole coins with a decimal point. */
  setBalance(address: Address, coins: string): Promise<void>
  /** Anvil's test methods, for mining and for changing addresses. */
  readonly control: ReturnType<typeof controlOf>
  /** Resolves with a function that restores the chain's current state: blocks, balances, code, and automine. */
  keep(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Starts Foundry's anvil as a separate chain on loopback. */
export const start = async ({ chainId = 1 }: { readonly chainId?: number } = {}): Promise<Anvil> => {
  const child = spawn(binary(), ["--host", "127.0.0.1", "--port", "0", "--chain-id", String(chainId)], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const reap = () => child.kill()
  process.once("exit", reap)
  const url = await listening(child)
  const transport = http(url)
  const test = controlOf(url)
  const client = reader(url)
  // viem waits for the next block before it asks again, but the chain mines none after the transaction's.
  const mined: Anvil["mined"] = (hash) =>
    withRetry(() => client.getTransactionReceipt({ hash }), {
      delay: 50,
      retryCount: 1_000,
      shouldRetry: ({ error }) => error instanceof TransactionReceiptNotFoundError,
    })
  const deploy: Anvil["deploy"] = async (contract) => {
    const wallet = createWalletClient({ account: deployer, transport })
    const { contractAddress } = await mined(await wallet.deployContract({ ...contract, chain: null }))
    if (!contractAddress) throw new Error("Deploying gave no contract")
    return contractAddress
  }

  return {
    chainId,
    url,
    client,
    control: test,
    mined,
    deploy,
    deployToken: async (name, symbol, supply, owner) => {
      const address = await deploy({ ...artifact(), args: [name, symbol, parseEther(String(supply)), owner] })
      return {
        address,
        held: (owner) => client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
      }
    },
    setBalance: (address, coins) => test.setBalance({ address, value: parseEther(coins) }),
    keep: async () => {
      const id = await test.snapshot()
      return async () => {
        await test.request({ method: "anvil_dropAllTransactions" } as never)
        await test.setAutomine(true)
        await test.revert({ id })
      }
    },
    stop: async () => {
      process.off("exit", reap)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, "exit")
    },
  }
}

const POLL_MS = 20

const controlOf = (url: string) => createTestClient({ mode: "anvil", transport: http(url) })

const reader = (url: string) => createPublicClient({ transport: http(url), pollingInterval: POLL_MS })

/** The binary is in the optional dependency for this platform. The postinstall script that links it may be blocked. */
const binary = (): string => {
  const cpu = process.arch === "arm64" ? "arm64" : "amd64"
  const folder = `@foundry-rs/anvil-${process.platform}-${cpu}`
  const suffix = process.platform === "win32" ? ".exe" : ""
  const near = createRequire(require.resolve("@foundry-rs/anvil/package.json"))
  try {
    return near.resolve(`${folder}/bin/anvil${suffix}`)
  } catch (cause) {
    throw new Error(`No anvil for this machine: ${folder} is not installed. Run npm ci without --omit=optional.`, {
      cause,
    })
  }
}

const require = createRequire(import.meta.url)

const artifact = (): { abi: Abi; bytecode: Hex } =>
  JSON.parse(
    readFileSync(require.resolve("@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json"), "utf8"),
  )

const listening = ({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<string> =>
  new Promise((resolve, reject) => {
    const said: string[] = []
    const give = (problem: string) => reject(new Error(`anvil ${problem}: ${said.join("")}`))
    stderr.on("data", (chunk) => said.push(String(chunk)))
    createInterface(stdout)
      .on("line", (line) => {
        const [, place] = line.match(/^Listening on (\S+)/) ?? []
        if (place) resolve(`http://${place}`)
      })
      .on("close", () => give("ended before it listened"))
  })
