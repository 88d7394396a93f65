import { createWalletClient, type Hex, http, isHex, stringToHex } from "viem"
import { type AccountType, base58, evmAccount, type Keys, makeKeys, solanaAccount } from "./accounts.ts"

/** A message of the frame's protocol. */
export interface Message {
  readonly id?: string
  readonly type: string
  readonly payload?: unknown
}

/** Request for the visitor to approve. */
export interface Approval {
  readonly method: string
  readonly params: unknown
  readonly address: string
  readonly chainId: string
}

/** Functions that the page, or a test, provides to the service. */
export interface Surroundings {
  readonly post: (message: Message) => void
  /** Stores a text under a key, or removes it. */
  readonly keep: (key: string, text: string | undefined) => void
  readonly kept: (key: string) => string | undefined
  /** Shows the content of an email: its code, or the request to confirm this device. */
  readonly mail: (mail: Mail) => void
  /** Prompts the visitor. An abort cancels the prompt. */
  readonly approve: (what: Approval, signal: AbortSignal) => Promise<boolean>
  /** Waits for the user to confirm on the device, or in the Farcaster app. */
  readonly confirm: (what: "device" | "farcaster", signal: AbortSignal) => Promise<boolean>
  /** Sends a request to a chain's node. */
  readonly node: (url: string, method: string, params: unknown) => Promise<unknown>
  /** Origin of this site. */
  readonly origin: string
  readonly reload: () => void
  /** The theme and the site's name, for the approval. */
  readonly look: (look: { readonly mode?: string; readonly accent?: string; readonly name?: string }) => void
}

export interface Mail {
  readonly to: string
  readonly code: string
}

/** A login session. */
interface Session {
  readonly email?: string
  readonly userName?: string
  readonly chainId: number | string
  readonly preferred: AccountType
  readonly keys: Keys
  readonly token: string
}

/** Chains that offer the second account as a smart account. */
export const smartAccountNetworks = [1, 8453, 84532, 11155111]
/** Supported chains. */
const chains = [1, 10, 137, 8453, 42161, 11155111, 84532, 31337]

/** The service's side of the frame protocol: one response per message. Some responses wait for the visitor. */
export const createService = (around: Surroundings) => {
  let session = readSession(around.kept("session"))
  let pending: { readonly email: string; readonly code: string; readonly step?: "primary" | "secondary" } | undefined
  const waiting = new Set<AbortController>()

  const save = (next: Session | undefined) => {
    session = next
    around.keep("session", next && JSON.stringify(next))
    return next
  }

  const logIn = (who: { readonly email?: string; readonly userName?: string }) => {
    const name = `keys:${who.email ?? who.userName ?? ""}`
    const keys = (JSON.parse(around.kept(name) ?? "null") as Keys | null) ?? makeKeys()
    around.keep(name, JSON.stringify(keys))
    const token = crypto.randomUUID()
    save({ ...who, chainId: session?.chainId ?? 1, preferred: session?.preferred ?? "smartAccount", keys, token })
    around.post({ type: "@w3m-frame/SESSION_UPDATE", payload: { token } })
  }

  const inside = (): Session => {
    if (!session) throw new Error("Not logged in")
    return session
  }

  const mailTo = (email: string, step?: "primary" | "secondary", to = email) => {
    const code = String(crypto.getRandomValues(new Uint32Array(1))[0])
      .padStart(6, "0")
      .slice(-6)
    pending = { email, code, ...(step && { step }) }
    around.mail({ to, code })
  }

  const checked = (otp: unknown) => {
    if (!pending || otp !== pending.code) throw new Error("Invalid code")
    return pending
  }

  const waited = async (prompt: (signal: AbortSignal) => Promise<boolean>) => {
    const controller = new AbortController()
    waiting.add(controller)
    try {
      return await prompt(controller.signal)
    } finally {
      waiting.delete(controller)
    }
  }

  const user = () => {
    const { email, userName, chainId, preferred, keys } = inside()
    if (isSolana(chainId)) {
      const { address } = solanaAccount(keys)
      return { ...named(email, userName), address, chainId, accounts: [{ address, type: "eoa" }] }
    }
    const type = hasSmartAccounts(chainId) ? preferred : "eoa"
    return {
      ...named(email, userName),
      address: evmAccount(keys, type).address,
      chainId,
      smartAccountDeployed: false,
      accounts: (["eoa", "smartAccount"] as const).map((one) => ({
        address: evmAccount(keys, one).address,
        type: one,
      })),
      preferredAccountType: type,
    }
  }

  const stand = ({ chainId, preferredAccountType }: Fields) => {
    const now = inside()
    save({
      ...now,
      ...((typeof chainId === "number" || typeof chainId === "string") && { chainId: chainOf(chainId) }),
      ...(isType(preferredAccountType) && { preferred: preferredAccountType }),
    })
  }

  const handlers = new Map<string, (given: Fields) => unknown>([
    [
      "CONNECT_EMAIL",
      ({ email }) => {
        const to = String(email)
        if (to.includes("+known@")) {
          logIn({ email: to })
          return { action: "CONNECT" }
        }
        mailTo(to)
        return { action: to.includes("+device@") ? "VERIFY_DEVICE" : "VERIFY_OTP" }
      },
    ],
    [
      "CONNECT_DEVICE",
      async () => {
        if (!(await waited((signal) => around.confirm("device", signal))))
          throw new Error("This device was not confirmed")
        return undefined
      },
    ],
    [
      "CONNECT_OTP",
      ({ otp }) => {
        const { email } = checked(otp)
        pending = undefined
        logIn({ email })
        return undefined
      },
    ],
    ["GET_SOCIAL_REDIRECT_URI", ({ provider }) => ({ uri: `${around.origin}/provider?provider=${provider}` })],
    [
      "CONNECT_SOCIAL",
      (given) => {
        const who = new URL(String(given.uri)).searchParams
        const userName = who.get("name")
        if (!userName) throw new Error("The login was not completed")
        const email = who.get("email")
        logIn({ userName, ...(email !== null && { email }) })
        stand(given)
        return { ...user(), userName }
      },
    ],
    ["GET_FARCASTER_URI", () => ({ url: `${around.origin}/farcaster?channelToken=${crypto.randomUUID()}` })],
    [
      "CONNECT_FARCASTER",
      async () => {
        if (!(await waited((signal) => around.confirm("farcaster", signal))))
          throw new Error("The login was not approved")
        logIn({ userName: "linden" })
        return { userName: "linden" }
      },
    ],
    [
      "GET_USER",
      (given) => {
        stand(given)
        return user()
      },
    ],
    ["SIGN_OUT", () => void save(undefined)],
    [
      "IS_CONNECTED",
      ({ token }) => ({ isConnected: session !== undefined && (token ?? session.token) === session.token }),
    ],
    ["GET_CHAIN_ID", () => ({ chainId: session?.chainId ?? 1 })],
    [
      "SWITCH_NETWORK",
      ({ chainId }) => {
        if (!isSolana(chainId) && !chains.includes(Number(chainOf(chainId))))
          throw new Error("This chain is not supported")
        stand({ chainId })
        return { chainId }
      },
    ],
    ["GET_SMART_ACCOUNT_ENABLED_NETWORKS", () => ({ smartAccountEnabledNetworks: smartAccountNetworks })],
    [
      "SET_PREFERRED_ACCOUNT",
      ({ type }) => {
        stand({ preferredAccountType: type })
        const { address, ...rest } = user()
        return { type: "preferredAccountType" in rest ? rest.preferredAccountType : "eoa", address }
      },
    ],
    [
      "UPDATE_EMAIL",
      ({ email }) => {
        const { email: now } = inside()
        mailTo(String(email), now === undefined ? "secondary" : "primary", now)
        return { action: now === undefined ? "VERIFY_SECONDARY_OTP" : "VERIFY_PRIMARY_OTP" }
      },
    ],
    [
      "UPDATE_EMAIL_PRIMARY_OTP",
      ({ otp }) => {
        const { email, step } = checked(otp)
        if (step !== "primary") throw new Error("No address is being changed")
        mailTo(email, "secondary")
        return undefined
      },
    ],
    [
      "UPDATE_EMAIL_SECONDARY_OTP",
      ({ otp }) => {
        const { email, step } = checked(otp)
        if (step !== "secondary") throw new Error("No address is being changed")
        pending = undefined
        const now = inside()
        around.keep(`keys:${email}`, JSON.stringify(now.keys))
        save({ ...now, email })
        return { newEmail: email }
      },
    ],
    [
      "SYNC_THEME",
      ({ themeMode, w3mThemeVariables }) => {
        const accent = fields(w3mThemeVariables)["--w3m-accent"]
        around.look({
          ...(typeof themeMode === "string" && { mode: themeMode }),
          ...(typeof accent === "string" && { accent }),
        })
        return undefined
      },
    ],
    [
      "SYNC_DAPP_DATA",
      ({ metadata }) => {
        const { name } = fields(metadata)
        if (typeof name === "string") around.look({ name })
        return undefined
      },
    ],
    ["RELOAD", () => void queueMicrotask(around.reload)],
    ["RPC_REQUEST", (given) => request(given)],
  ])

  const request = async ({ method: requested, params, chainId, rpcUrl }: Fields) => {
    const now = inside()
    const method = String(requested)
    if (chainId !== undefined) stand({ chainId })
    const { address } = user()
    if (method === "eth_accounts") return [address]
    if (method === "wallet_getCapabilities") return {}
    if (!approved.has(method)) return around.node(String(rpcUrl), method, params)
    const what = { method, params, address, chainId: String(inside().chainId) }
    if (!(await waited((signal) => around.approve(what, signal)))) throw new Error("User rejected the request")
    return sign(around, now.keys, address, method, params, String(rpcUrl))
  }

  return {
    /** Reports that the page is ready. */
    begin: () => around.post({ type: "@w3m-frame/READY", payload: { version: "4" } }),
    /** Handles a message from the embedding page. Ignores other data. */
    onMessage: async (data: unknown): Promise<void> => {
      const { id, type, payload } = fields(data)
      if (typeof type !== "string" || !type.startsWith("@w3m-app/")) return
      const name = type.slice("@w3m-app/".length)
      if (name === "RPC_ABORT") {
        for (const controller of [...waiting]) controller.abort()
        return
      }
      const handler = handlers.get(name)
      if (!handler || typeof id !== "string") return
      try {
        const result = await handler(fields(payload))
        around.post({ id, type: `@w3m-frame/${name}_SUCCESS`, ...(result !== undefined && { payload: result }) })
      } catch (failure) {
        const message = failure instanceof Error ? failure.message : String(failure)
        around.post({ id, type: `@w3m-frame/${name}_ERROR`, payload: { message } })
      }
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Methods that this stand-in runs after the visitor approves. Others go to the chain's node. */
const approved: ReadonlySet<string> = new Set([
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "wallet_sendCalls",
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
])

const sign = async (
  { node }: Surroundings,
  keys: Keys,
  address: string,
  method: string,
  params: unknown,
  rpcUrl: string,
): Promise<unknown> => {
  const type = evmAccount(keys, "smartAccount").address === address ? "smartAccount" : "eoa"
  const account = evmAccount(keys, type)
  const list = Array.isArray(params) ? (params as readonly unknown[]) : []
  const named = fields(params)
  const there = solanaAccount(keys)
  switch (method) {
    case "personal_sign": {
      const text = String(list[0])
      return account.signMessage({ message: { raw: isHex(text) ? text : stringToHex(text) } })
    }
    case "eth_signTypedData_v4":
      return account.signTypedData(typeof list[1] === "string" ? JSON.parse(list[1]) : list[1])
    case "eth_sendTransaction":
      return send(account, fields(list[0]), rpcUrl)
    case "wallet_sendCalls": {
      const hashes: Hex[] = []
      for (const call of (fields(list[0]).calls ?? []) as readonly unknown[])
        hashes.push(await send(account, fields(call), rpcUrl))
      return { id: hashes.at(-1) }
    }
    case "solana_signMessage":
      return { signature: base58.encode(there.sign(base58.decode(String(named.message)))) }
    case "solana_signTransaction":
      return { transaction: base58.encode(there.signTransaction(base58.decode(String(named.transaction))).signed) }
    case "solana_signAllTransactions":
      return {
        transactions: (named.transactions as readonly string[]).map((one) =>
          base58.encode(there.signTransaction(base58.decode(one)).signed),
        ),
      }
    case "solana_signAndSendTransaction": {
      const { signed } = there.signTransaction(base58.decode(String(named.transaction)))
      const text = btoa(String.fromCharCode(...signed))
      return { signature: await node(rpcUrl, "sendTransaction", [text, { encoding: "base64" }]) }
    }
    default:
      throw new Error(`${method} is not carried out here`)
  }
}

/** Sends a transaction with the requested fee. Missing fields come from the node. */
const send = (
  account: ReturnType<typeof evmAccount>,
  { to, data, value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Fields,
  rpcUrl: string,
) =>
  createWalletClient({ account, transport: http(rpcUrl) }).sendTransaction({
    chain: null,
    ...(to !== undefined && { to: to as Hex }),
    ...(data !== undefined && { data: data as Hex }),
    ...quantities({ value, gas }),
    ...(gasPrice === undefined ? quantities({ maxFeePerGas, maxPriorityFeePerGas }) : quantities({ gasPrice })),
  })

const quantities = (given: Fields): Readonly<Record<string, bigint>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, BigInt(String(value))]])),
  )

const named = (email: string | undefined, userName: string | undefined) => ({
  ...(email !== undefined && { email }),
  ...(userName !== undefined && { userName }),
})

const isType = (value: unknown): value is AccountType => value === "eoa" || value === "smartAccount"

/** Whether an ID is a Solana chain, as a genesis hash or a CAIP-2 ID. */
const isSolana = (chainId: unknown) => typeof chainId === "string" && !/^(eip155:)?\d+$/.test(chainId)

const chainOf = (chainId: unknown): number | string =>
  isSolana(chainId) ? String(chainId) : Number(String(chainId).replace(/^eip155:/, ""))

const hasSmartAccounts = (chainId: unknown) => smartAccountNetworks.includes(Number(chainId))

const readSession = (text: string | undefined): Session | undefined => {
  try {
    return (JSON.parse(text ?? "null") as Session | null) ?? undefined
  } catch {
    return undefined
  }
}
