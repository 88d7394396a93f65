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
  type Hex,
  http,
  parseEther,
  publicActions,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"

/** Anvil's first ten accounts, each with 10,000 native coins on every chain started here. */
export const accounts = Array.from({ length: 10 }, (_, addressIndex) =>
  mnemonicToAccount("test test test test test test test test test test test junk", { addressIndex }),
)

export interface Token {
  readonly address: Address
  readonly abi: Abi
}

export interface Anvil {
  readonly chainId: number
  /** `http://127.0.0.1:PORT`, JSON-RPC over HTTP POST and WebSocket, open to pages (CORS `*`). */
  readonly url: string
  /** viem's reading client on this chain. */
  readonly client: ReturnType<typeof reader>
  /** Deploys an ERC-20 of 18 decimals and gives the whole supply, in whole tokens, to `owner`. */
  deployToken(name: string, symbol: string, supply: number, owner: Address): Promise<Token>
  /** Sets a native balance, in whole coins with a decimal point. */
  setBalance(address: Address, coins: string): Promise<void>
  /** Its test methods: what is mined when, and what stands at an address. */
  readonly control: ReturnType<typeof controlOf>
  stop(): Promise<void>
}

/** Starts Foundry's anvil as a chain of its own on loopback; fails when it has not come up after 20 s. */
export const start = async ({ chainId = 1 }: { readonly chainId?: number } = {}): Promise<Anvil> => {
  const child = spawn(binary(), ["--host", "127.0.0.1", "--port", "0", "--chain-id", String(chainId)], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  const reap = () => child.kill()
  process.once("exit", reap)
  const url = await listening(child)
  const transport = http(url)
  const test = controlOf(url)

  return {
    chainId,
    url,
    client: reader(url),
    control: test,
    deployToken: async (name, symbol, supply, owner) => {
      const deployer = accounts[9]
      if (deployer === undefined) throw new Error("Anvil has no tenth account")
      const wallet = createWalletClient({ account: deployer, transport }).extend(publicActions)
      const { abi, bytecode } = artifact()
      const hash = await wallet.deployContract({
        abi,
        bytecode,
        args: [name, symbol, parseEther(String(supply)), owner],
        chain: null,
      })
      const { contractAddress } = await wallet.waitForTransactionReceipt({ hash, pollingInterval: POLL_MS })
      if (!contractAddress) throw new Error(`Deploying ${symbol} gave no contract`)
      return { address: contractAddress, abi }
    },
    setBalance: (address, coins) => test.setBalance({ address, value: parseEther(coins) }),
    stop: async () => {
      process.off("exit", reap)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, "exit")
    },
  }
}

const POLL_MS = 20
const START_MS = 20_000

const controlOf = (url: string) => createTestClient({ mode: "anvil", transport: http(url) })

const reader = (url: string) => createPublicClient({ transport: http(url), pollingInterval: POLL_MS })

/** The binary lies in the optional dependency for this machine; the postinstall script that links it may be blocked. */
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
    setTimeout(give, START_MS, `did not listen within ${START_MS} ms`).unref()
    stderr.on("data", (chunk) => said.push(String(chunk)))
    createInterface(stdout)
      .on("line", (line) => {
        const [, place] = line.match(/^Listening on (\S+)/) ?? []
        if (place) resolve(`http://${place}`)
      })
      .on("close", () => give("ended before it listened"))
  })
