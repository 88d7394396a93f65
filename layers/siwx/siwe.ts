import type * as Clock from "effect/Clock"
import type { Page } from "../../services/Browser.ts"
import { readText } from "../../src/siwx/model/grammar.ts"
import { hostOf, type SiweConfig, type SiwxConfig, siwxText } from "../../src/siwx/model/message.ts"

/**
 * Converts `siweConfig`, the older option, to `siwx`. Its backend has one session, from which the session of a requested account is
 * derived.
 */
export const fromSiwe = (
  siwe: SiweConfig,
  { origin }: Page,
  clock: Pick<Clock.Clock, "currentTimeMillisUnsafe">,
): SiwxConfig => ({
  getRequired: () => siwe.required !== false,
  signOutOnDisconnect: siwe.signOutOnDisconnect !== false,
  createMessage: async ({ chainId, accountAddress }) => {
    const params = await siwe.getMessageParams?.()
    const data = {
      accountAddress,
      chainId,
      domain: params?.domain ?? hostOf(origin),
      uri: params?.uri ?? origin,
      version: "1",
      nonce: await siwe.getNonce(accountAddress),
      issuedAt: new Date(clock.currentTimeMillisUnsafe()).toISOString(),
      ...(params?.statement !== undefined && { statement: params.statement }),
    } as const
    const { issuedAt, domain, uri, version, nonce } = data
    const text = await siwe.createMessage({
      ...params,
      // The option is for EVM accounts only, so this is an EVM address.
      address: accountAddress as `0x${string}`,
      chainId: referenceOf(chainId),
      ...{ domain, uri, version, nonce, iat: issuedAt },
    })
    const written = typeof text === "string" && text !== "" ? text : siwxText(data)
    // The other fields, such as the expiry, are only in the text that the site wrote.
    const { chain: _, reference: __, ...said } = readText(written) ?? {}
    return { ...said, ...data, toString: () => written }
  },
  addSession: async ({ message, signature }) => {
    if ((await siwe.verifyMessage({ message, signature })) !== true) throw new Error("The signature was refused")
  },
  // The backend has only one session, that of the active network.
  setSessions: async ([first]) => {
    if (first && (await siwe.verifyMessage(first)) !== true) throw new Error("The signature was refused")
  },
  revokeSession: () => siwe.signOut(),
  getSessions: async (chainId, accountAddress) => {
    const session = await siwe.getSession()
    if (!session || typeof session.address !== "string") return []
    const sameAddress = session.address.toLowerCase() === accountAddress.toLowerCase()
    const sameNetwork = Number(session.chainId) === referenceOf(chainId)
    if (!sameAddress && siwe.signOutOnAccountChange !== false) return []
    if (!sameNetwork && siwe.signOutOnNetworkChange !== false) return []
    // The other fields are unknown, because only the backend has the signed message.
    const data = { accountAddress, chainId, domain: "", uri: origin, version: "1", nonce: "" }
    return [{ data, message: "", signature: "" }]
  },
})

const referenceOf = (chainId: string): number => Number(chainId.split(":")[1])
