import type { Transaction as KitTransaction } from "@solana/kit"
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features"
import type { Transaction, VersionedTransaction } from "@solana/web3.js"
import { createConfig as createConfig2 } from "@wagmi/core"
import { createConfig as createConfig3 } from "@wagmi/core-3"
import type { WalletWithFeatures } from "@wallet-standard/base"
import type { StandardConnectFeature, StandardEventsFeature } from "@wallet-standard/features"
import * as Effect from "effect/Effect"
import { createWalletClient, custom, type EIP1193Provider, http } from "viem"
import { mainnet as viemMainnet } from "viem/chains"
import { connectExternal } from "../src/connect/flows/connectExternal.ts"
import { connect, runtimeOf, switchNetwork } from "../src/effect.ts"
import {
  type BitcoinProvider,
  type Connection,
  ConnectionRejected,
  createModal,
  type Modal,
  type ModalOptions,
  mainnet,
  type SolanaProvider,
} from "../src/index.ts"
import { AccountButton, ConnectButton, ModalProvider, useAccount, useSession } from "../src/react.tsx"
import type { Flow } from "../src/runtime/flow.ts"
import type { Engine } from "../src/stub/instance.ts"
import type { OperationName } from "../src/stub/operationNames.ts"
import { consoleTrace } from "../src/trace/consoleTrace.ts"
import { portico } from "../src/wagmi.ts"

// Code that a site may and may not write. tsc is the test: a line below `@ts-expect-error` that compiles fails it.

declare const modal: Modal
declare const engine: Engine

// The state is read-only.
export const state = () => {
  modal.state.open.value satisfies boolean
  modal.state.accounts.eip155.value.status satisfies "connected" | "connecting" | "disconnected"
  // @ts-expect-error a signal of the state is read-only
  modal.state.open.value = true
  // @ts-expect-error a signal of a namespace is read-only
  modal.state.accounts.eip155.value = modal.state.accounts.solana.value
  // @ts-expect-error its value is read-only
  modal.state.networks.value.push(mainnet)
  // @ts-expect-error the state has no undeclared fields
  modal.state.opened
}

// A snapshot is fully typed.
export const snapshots = () => {
  const state = modal.getState()
  state.address satisfies string | undefined
  state.status satisfies "connected" | "connecting" | "disconnected"
  state.chains.eip155?.accountState.balance satisfies string | undefined
  state.chains.eip155?.networkState.caipNetwork?.name satisfies string | undefined
  state.onramp?.quotesLoading satisfies boolean | undefined
  modal.subscribe(({ address, caipAddress, caipNetworkId }) => `${address} ${caipAddress} ${caipNetworkId}`)
  // @ts-expect-error a misspelled field
  state.adress
  // @ts-expect-error a misspelled field of an account
  state.chains.eip155?.accountState.balanse
  // @ts-expect-error a misspelled field of a topic
  state.onramp?.quoteLoading
}

// An operation is a method whose Promise resolves with the result of its Effect.
export const operations = () => {
  modal.connect({ wallet: "x" }) satisfies Promise<Connection>
  modal.connect({ wallet: "x", namespace: "solana" }) satisfies Promise<Connection>
  modal.switchNetwork({ network: "eip155:1" }) satisfies Promise<void>
  // @ts-expect-error the wallet is required
  modal.connect({})
  // @ts-expect-error the wallet is a string
  modal.connect({ wallet: 1 })
  // @ts-expect-error an unknown namespace
  modal.connect({ wallet: "x", namespace: "bitcoin" })
  // @ts-expect-error an unknown field
  modal.connect({ wallet: "x", chain: 1 })
  // @ts-expect-error a network is given by its CAIP-2 ID
  modal.switchNetwork({ network: 1 })
  // @ts-expect-error an internal flow is not an operation
  modal.connectExternal("x")
  // @ts-expect-error a view that is not public
  modal.open({ view: "ConnectingExternal" })
}

// An Effect that a view runs cannot fail; failures must be handled first.
export const views = () => {
  connectExternal("x") satisfies Flow
  engine.run(connectExternal("x"))
  // @ts-expect-error the failure of an operation is not handled
  engine.run(connect({ wallet: "x" }))
  // @ts-expect-error only one of several failures is handled
  engine.run(connect({ wallet: "x" }).pipe(Effect.catchTag("ConnectionRejected", () => Effect.void)))
  engine.run(Effect.ignore(connect({ wallet: "x" })))
  engine.call(connect({ wallet: "x" })) satisfies Promise<Connection>
}

// The type of an Effect lists its failures.
export const failures = () => {
  const attempt = connect({ wallet: "x" })
  type Failure = Effect.Error<typeof attempt>
  new ConnectionRejected() satisfies Failure
  // @ts-expect-error a failure that connecting does not have
  "BalancesFailed" satisfies Failure["_tag"]
  // @ts-expect-error an operation needs the modal's runtime
  Effect.runPromise(switchNetwork({ network: "eip155:1" }))
  const ran = runtimeOf(modal).then((runtime) => runtime.runPromise(switchNetwork({ network: "eip155:1" })))
  ran satisfies Promise<void>
}

// Only known options are accepted.
export const options = () => {
  const options: ModalOptions = { projectId: "a-project", networks: [mainnet] }
  createModal(options) satisfies Modal
  createModal({ ...options, layers: { tracer: consoleTrace() } })
  createModal({ ...options, layers: () => import("../layers/index.ts").then(({ demo }) => demo()) })
  // @ts-expect-error no project ID
  createModal({ networks: [mainnet] })
  // @ts-expect-error a project ID that is not a string
  createModal({ ...options, projectId: 1 })
  // @ts-expect-error networks that are not network objects
  createModal({ ...options, networks: ["ethereum"] })
  // @ts-expect-error an unknown theme
  createModal({ ...options, themeMode: "blue" })
  // @ts-expect-error an unknown option
  createModal({ ...options, themeMod: "dark" })
  // @ts-expect-error an unknown feature
  createModal({ ...options, features: { emails: true } })
  createModal({ ...options, messages: { connectWallet: "Go", fr: { connectWallet: "Y aller" }, "sv-SE": {} } })
  // @ts-expect-error a misspelled message
  createModal({ ...options, messages: { conectWallet: "Go" } })
  // @ts-expect-error a misspelled message of a language
  createModal({ ...options, messages: { fr: { conectWallet: "Y aller" } } })
  // @ts-expect-error a misspelled variable
  createModal({ ...options, themeVariables: { "--portico-acent": "#f00" } })
  // @ts-expect-error an unknown variable that is set later
  modal.setThemeVariables({ "--w3m-accent": "#f00" })
  // @ts-expect-error an unknown host
  createModal({ ...options, hosts: { node: "https://node.example" } })
  // @ts-expect-error a layer of another service
  createModal({ ...options, layers: { storage: consoleTrace() } })
  // @ts-expect-error a layer of an unknown service
  createModal({ ...options, layers: { trace: consoleTrace() } })
}

// Components take a modal or the options for one.
export const components = () => {
  const options: ModalOptions = { projectId: "a-project", networks: [mainnet] }
  ModalProvider({ modal, children: null })
  ModalProvider({ options, children: null })
  // @ts-expect-error neither
  ModalProvider({ children: null })
  // @ts-expect-error both
  ModalProvider({ modal, options })
  AccountButton({ balance: false, avatar: false, className: "mine" })
  // @ts-expect-error `balance` is a boolean
  AccountButton({ balance: "hide" })
  // @ts-expect-error an unknown namespace
  ConnectButton({ namespace: "bitcoin" })
}

// Hooks return known values, which may be undefined.
export const hooks = () => {
  useAccount({ namespace: "eip155" }).address satisfies string | undefined
  // @ts-expect-error there may be no account
  useAccount().address satisfies string
  // @ts-expect-error there may be no session
  useSession().message
}

// The type of a provider depends on its namespace.
export const providers = async () => {
  modal.provider satisfies EIP1193Provider
  // @ts-expect-error the provider is read-only
  modal.provider = await modal.getProvider("eip155")
  const ethereum = await modal.getProvider("eip155")
  ethereum satisfies EIP1193Provider
  createWalletClient({ transport: custom(ethereum) })
  const [chainId, accounts] = await Promise.all([
    ethereum.request({ method: "eth_chainId" }),
    ethereum.request({ method: "eth_accounts" }),
  ])
  chainId satisfies `0x${string}`
  accounts satisfies readonly string[]
  ethereum.on("accountsChanged", (accounts) => accounts satisfies readonly string[])
  // @ts-expect-error the accounts of an EIP-1193 provider are a list
  accounts satisfies string
  // @ts-expect-error an event that EIP-1193 does not have
  ethereum.on("accountChanged", () => {})
  ;(await modal.getProvider("solana")) satisfies SolanaProvider
  ;(await modal.getProvider("bip122")) satisfies BitcoinProvider
  // @ts-expect-error a provider of another namespace
  ;(await modal.getProvider("solana")).request({ method: "eth_chainId" })
  // @ts-expect-error a misspelled namespace
  modal.getProvider("ethereum")
}

// The connector fits wagmi 2 and 3.
export const connectors = () => {
  const site = { chains: [viemMainnet], transports: { [viemMainnet.id]: http() } } as const
  createConfig2({ ...site, connectors: [portico(modal)] })
  createConfig3({ ...site, connectors: [portico(modal)] })
}

// The Solana provider is a Wallet Standard wallet, and accepts the transaction types that sites use.
export const solanaProvider = (
  provider: SolanaProvider,
  transaction: Transaction | VersionedTransaction | KitTransaction,
) => {
  provider satisfies WalletWithFeatures<StandardConnectFeature & StandardEventsFeature & SolanaFeature>
  return provider.features["solana:signTransaction"]?.signTransaction({ transaction })
}

type SolanaFeature = Partial<
  SolanaSignMessageFeature & SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature & SolanaSignInFeature
>

// Each operation is a method of the modal, by its export in `src/operations/effects.ts`.
export const operation = (name: OperationName) => {
  name satisfies keyof Modal
}
