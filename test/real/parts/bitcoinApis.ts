import { type BitcoinChain, bitcoinChainOf } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { type Holder, Rejected } from "./bitcoinHolder.ts"
import type { Key } from "./bitcoinKeys.ts"

// Each API of a Bitcoin wallet from the wallet's side: an object for the page, controlled by the wallet's user.

/** Parameters of any method. */
interface Params {
  readonly network?: string
  readonly name: string
  readonly address: string
  readonly message: string
  readonly protocol?: string
  readonly type?: string
  readonly paymentType: string
  readonly psbt: string
  readonly hex: string
  readonly signInputs: Readonly<Record<string, readonly number[]>>
  readonly signAtIndex: readonly number[]
  readonly broadcast: boolean
  readonly recipients: readonly [{ readonly address: string; readonly amount: number | string }]
}

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"))
const base64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

const chainOf = (names: Readonly<Record<string, string>>, name: unknown): BitcoinChain => {
  const [chain] = Object.entries(names).find(([, one]) => one === name) ?? []
  if (!chain) throw Object.assign(new Error(`Unknown network ${name}`), { code: -32602 })
  return chain as BitcoinChain
}

/** Xverse: returns JSON-RPC responses as values; a rejection is -32000. */
export const satsConnectWallet = (holder: Holder) => {
  const names = { mainnet: "Mainnet", testnet: "Testnet", signet: "Signet" }
  const listeners: { readonly eventName: string; readonly cb: (said: unknown) => void }[] = []
  const address = ({ address, publicKey, purpose, type }: Key) => ({
    address,
    publicKey,
    purpose,
    addressType: type,
    walletType: "software",
  })
  const network = () => ({ bitcoin: { name: names[holder.chain as keyof typeof names] }, stacks: { name: "mainnet" } })
  const account = () => ({
    id: "account",
    addresses: [
      ...holder.shown().map(address),
      {
        address: "SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE",
        publicKey: "02",
        purpose: "stacks",
        addressType: "stacks",
      },
    ],
    walletType: "software",
    network: network(),
  })
  const emit = (eventName: string, said: object) => {
    for (const one of [...listeners]) if (one.eventName === eventName) one.cb({ type: eventName, ...said })
  }
  holder.hear((event) => {
    if (event === "disconnect") return emit("disconnect", {})
    if (event === "lock") return emit("accountChange", {})
    const addresses = holder.shown().map(address)
    emit(event === "account" ? "accountChange" : "networkChange", {
      addresses,
      ...(event === "network" && network()),
    })
  })

  const perform = async (method: string, params: Params): Promise<unknown> => {
    switch (method) {
      case "wallet_connect":
        await holder.connect(params.network ? chainOf(names, params.network) : undefined)
        return account()
      case "wallet_getAccount":
        if (holder.shown().length === 0) throw { code: -32002, message: "Access denied." }
        return account()
      case "wallet_disconnect":
        holder.release()
        return null
      case "wallet_changeNetwork":
        await holder.switchTo(chainOf(names, params.name))
        return null
      case "signMessage": {
        const { address, message, protocol } = params
        const signing = protocol?.toLowerCase() as "ecdsa" | "bip322" | undefined
        return { address, protocol, signature: await holder.signMessage(address, message, signing) }
      }
      case "signPsbt": {
        const inputs = Object.entries(params.signInputs).flatMap(([address, indexes]) =>
          indexes.map((index) => ({ index, address })),
        )
        const { psbt, txid } = await holder.signPsbt(base64(params.psbt), inputs, params.broadcast)
        return { psbt: toBase64(psbt), ...(txid && { txid }) }
      }
      case "sendTransfer": {
        const [{ address, amount }] = params.recipients
        if (typeof amount !== "number") throw { code: -32602, message: "Expected satoshis as a number" }
        return { txid: await holder.transfer(address, amount) }
      }
      default:
        throw { code: -32601, message: `Method ${method} not found` }
    }
  }

  return {
    request: async (method: string, params: unknown): Promise<object> => {
      try {
        return { jsonrpc: "2.0", id: "1", result: await perform(method, (params ?? {}) as Params) }
      } catch (error) {
        const said = error as { readonly code?: number; readonly message: string }
        const code = error instanceof Rejected ? -32000 : (said.code ?? -32603)
        return { jsonrpc: "2.0", id: "1", error: { code, message: said.message } }
      }
    },
    addListener: (listener: (typeof listeners)[number]) => {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
    listeners,
    emit,
  }
}

/** Leather: takes a network with each request; throws rejections as responses. */
export const leatherWallet = (holder: Holder) => {
  const perform = async (method: string, params: Params): Promise<unknown> => {
    const on = chainOf({ mainnet: "mainnet", testnet: "testnet" }, params.network ?? "mainnet")
    if (method !== "getAddresses") holder.move(on)
    switch (method) {
      case "getAddresses":
        // Prompts every time.
        holder.release()
        await holder.connect(on)
        return {
          addresses: [
            ...holder.keys().map(({ address, publicKey, type, path }) => ({
              symbol: "BTC",
              type,
              address,
              publicKey,
              derivationPath: path,
            })),
            { symbol: "STX", address: "SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE", publicKey: "02" },
          ],
        }
      case "signMessage": {
        const key = holder.keys().find(({ type }) => type === params.paymentType)
        const protocol = params.type === "legacy" ? "ecdsa" : "bip322"
        const signature = await holder.signMessage(key?.address ?? "", params.message, protocol)
        return { signature, address: key?.address, message: params.message }
      }
      case "signPsbt": {
        const inputs = params.signAtIndex.map((index) => ({ index }))
        const { psbt, txid } = await holder.signPsbt(hex(params.hex), inputs, params.broadcast)
        return { hex: toHex(psbt), ...(txid && { txid }) }
      }
      case "sendTransfer": {
        const [{ address, amount }] = params.recipients
        if (typeof amount !== "string") throw { code: -32602, message: "Expected satoshis as a text" }
        return { txid: await holder.transfer(address, Number(amount)) }
      }
      default:
        throw Object.assign(new Error("Method not supported"), { code: -32601 })
    }
  }
  return {
    request: async (method: string, params: object = {}): Promise<object> => {
      try {
        return { jsonrpc: "2.0", id: "1", result: await perform(method, params as Params) }
      } catch (error) {
        const { code = -32603, message } = error as { readonly code?: number; readonly message: string }
        throw { jsonrpc: "2.0", id: "1", error: { code, message } }
      }
    },
  }
}

/** A wallet with one function per request. */
const functions = (holder: Holder) => {
  const listeners = new Map<string, Set<(said: unknown) => void>>()
  const emit = (event: string, said?: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(said)
  }
  const shown = () => holder.shown().slice(0, 1)
  const addresses = () => shown().map(({ address }) => address)
  return {
    emit,
    shown,
    addresses,
    object: {
      on: (event: string, listener: (said: unknown) => void) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: (said: unknown) => void) => void listeners.get(event)?.delete(listener),
      getAccounts: async () => addresses(),
      getPublicKey: async () => shown()[0]?.publicKey,
      disconnect: async () => holder.release(),
      signMessage: async (message: string, type: string) =>
        holder.signMessage(shown()[0]?.address ?? "", message, type === "ecdsa" ? "ecdsa" : "bip322"),
      signPsbt: async (
        psbt: string,
        options: {
          readonly autoFinalized: boolean
          readonly toSignInputs: readonly { index: number; address: string; sighashTypes?: readonly number[] }[]
        },
      ) => {
        const inputs = options.toSignInputs.map(({ index, address, sighashTypes }) => ({
          index,
          address,
          ...(sighashTypes && { types: sighashTypes }),
        }))
        return toHex((await holder.signPsbt(hex(psbt), inputs, options.autoFinalized)).psbt)
      },
      pushPsbt: async () => "ab".repeat(32),
    },
  }
}

/** UniSat: one account, its chain by name. */
export const unisatWallet = (holder: Holder) => {
  const names = { mainnet: "BITCOIN_MAINNET", testnet: "BITCOIN_TESTNET", signet: "BITCOIN_SIGNET" }
  const { object, emit, addresses } = functions(holder)
  const chain = () => ({ enum: names[holder.chain as keyof typeof names] })
  holder.hear((event) => {
    if (event === "network") emit("chainChanged", chain())
    emit("accountsChanged", event === "disconnect" ? [] : addresses())
  })
  return {
    ...object,
    requestAccounts: async () => {
      await holder.connect()
      return addresses()
    },
    getChain: async () => chain(),
    switchChain: async (name: string) => {
      await holder.switchTo(chainOf(names, name))
      return chain()
    },
    sendBitcoin: async (to: string, satoshis: number) => holder.transfer(to, satoshis),
  }
}

/** OKX: one object per network, amounts in whole coins. */
export const okxWallet = (holder: Holder) => {
  const part = (chain: BitcoinChain) => {
    const { object, emit, addresses, shown } = functions(holder)
    holder.hear((event) => {
      if (event === "network" || holder.chain !== chain) return
      if (event === "disconnect") emit("disconnect")
      else emit("accountsChanged", addresses())
    })
    return {
      ...object,
      connect: async () => {
        await (holder.granted && holder.chain !== chain ? holder.switchTo(chain) : holder.connect(chain))
        const [key] = shown()
        return { address: key?.address, publicKey: key?.publicKey, compressedPublicKey: key?.publicKey }
      },
      send: async ({ to, value }: { readonly to: string; readonly value: string }) => ({
        txhash: await holder.transfer(to, Math.round(Number(value) * 1e8)),
      }),
    }
  }
  return { bitcoin: part("mainnet"), bitcoinTestnet: part("testnet"), bitcoinSignet: part("signet") }
}

/** A Wallet Standard wallet with Bitcoin features: bytes everywhere, CAIP-2 IDs to switch networks. */
export const standardWallet = (holder: Holder) => {
  const names = { mainnet: "bitcoin:mainnet", testnet: "bitcoin:testnet", signet: "bitcoin:signet" }
  const listeners = new Set<(change: object) => void>()
  const account = ({ address, publicKey }: Key) => ({
    address,
    publicKey: hex(publicKey),
    chains: [names[holder.chain as keyof typeof names]],
    features: ["bitcoin:signMessage", "bitcoin:signTransaction"],
  })
  holder.hear(() => {
    for (const listener of [...listeners]) listener({ accounts: wallet.accounts })
  })
  const wallet = {
    version: "1.0.0",
    name: "Standard",
    icon: "data:image/svg+xml,<svg/>",
    chains: Object.values(names),
    get accounts() {
      return holder.shown().map(account)
    },
    features: {
      "standard:events": {
        version: "1.0.0",
        on: (_: string, listener: (change: object) => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      "standard:disconnect": { version: "1.0.0", disconnect: async () => holder.release() },
      "bitcoin:connect": {
        version: "1.0.0",
        connect: async () => {
          await holder.connect()
          return { accounts: wallet.accounts }
        },
      },
      "bitcoin:switchNetwork": {
        version: "1.0.0",
        switchNetwork: async (id: string) => {
          const chain = bitcoinChainOf(id)
          if (!chain || !Object.hasOwn(names, chain)) throw Object.assign(new Error(`Unknown ${id}`), { code: 4902 })
          await holder.switchTo(chain)
        },
      },
      "bitcoin:signMessage": {
        version: "1.0.0",
        signMessage: async (
          ...inputs: readonly { readonly account: { address: string }; readonly message: Uint8Array }[]
        ) =>
          Promise.all(
            inputs.map(async ({ account, message }) => ({
              signedMessage: message,
              signature: base64(await holder.signMessage(account.address, new TextDecoder().decode(message))),
            })),
          ),
      },
      "bitcoin:signTransaction": {
        version: "1.0.0",
        signTransaction: async (
          ...inputs: readonly {
            readonly psbt: Uint8Array
            readonly inputsToSign: readonly {
              readonly account: { address: string }
              readonly signingIndexes: number[]
            }[]
          }[]
        ) =>
          Promise.all(
            inputs.map(async ({ psbt, inputsToSign }) => {
              const all = inputsToSign.flatMap(({ account, signingIndexes }) =>
                signingIndexes.map((index) => ({ index, address: account.address })),
              )
              return { signedPsbt: (await holder.signPsbt(psbt, all, false)).psbt }
            }),
          ),
      },
    },
  }
  return wallet
}
