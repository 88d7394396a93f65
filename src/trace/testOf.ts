import type { NetworkNamespace } from "../options/namespaces.ts"
import { type Recording, readRecording, type Work } from "./recording.ts"
import { replay } from "./replay.ts"

/**
 * Converts a recording, or its JSON text, to a Vitest file. Its test repeats the kind of operation that failed last, with sample input, on
 * demo layers that have the recorded failures. Throws `InvalidInput` if the recording is malformed.
 */
export const testOf = (document: unknown): string => {
  const recording = readRecording(document)
  const { script, options } = replay(recording)
  const failed = lastFailure(recording)
  const act = actOf(failed)
  const needsWallet = act.startsWith("modal.") && !/\.(connect|loginWithEmail|searchWallets|ready)\(/.test(act)
  const [tag] = failed?.failures ?? []
  return `// Made from a recording. ${failed ? `It fails as recorded: ${failed.name}${tag ? `, ${tag.tag}` : ""}${failed.view ? `, in ${failed.view}` : ""}.` : "Nothing failed in it."}
import * as portico from "portico"
import { testModal } from "portico/testing"
import { test } from "vitest"

const ids: readonly string[] = ${JSON.stringify(options.networks)}
const networks = Object.values(portico).flatMap((one) =>
  typeof one === "object" && "caipNetworkId" in one && ids.includes(one.caipNetworkId) ? [one] : [],
)
const script = ${JSON.stringify(script, null, 2)} as const
const wallet = ${JSON.stringify(walletOn(options.networks))}

test("${failed?.name ?? "recording"} succeeds", async () => {
  const { modal, destroy } = testModal({ ...(networks.length > 0 && { networks }), script })
  try {${needsWallet ? "\n    await modal.connect({ wallet })" : ""}
    await ${act}
  } finally {
    await destroy()
  }
})
`
}

/** Returns the last outermost flow that failed, or else the last failed flow or request. */
const lastFailure = ({ notes }: Recording): Work | undefined => {
  const failed = notes.filter((note): note is Work => "outcome" in note && note.outcome === "failed")
  return failed.findLast(({ is, of }) => is === "flow" && of === undefined) ?? failed.at(-1)
}

/** Operations to test, each with a pattern for the name of the failed flow or request. The first match counts. */
const acts: readonly (readonly [failed: RegExp, act: string])[] = [
  [/relay/i, 'modal.connect({ wallet: "walletConnect" })'],
  [/login|otp|email|social|frame/i, 'modal.loginWithEmail({ email: "ada@example.com" })'],
  [/requestAccounts|connect/i, "modal.connect({ wallet })"],
  [/switch|addEthereumChain/i, 'modal.switchNetwork({ network: ids.at(-1) ?? "" })'],
  [/swap/i, 'modal.quoteSwap({ fromToken: "ETH", toToken: "USDC", amount: "0.1" })'],
  [/onramp/i, 'modal.quoteOnramp({ amount: "100" })'],
  [/exchange/i, "modal.exchanges()"],
  [/balance/i, "modal.fetchBalances()"],
  [/history|activity/i, "modal.fetchActivity()"],
  [/wallets|search/i, 'modal.searchWallets({ search: "light" })'],
  [
    /send|transaction|estimate/i,
    'modal.send({ token: "native", sendTokenAmount: "0.01", receiverAddress: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3" })',
  ],
  [/sign/i, 'modal.signMessage({ message: "Hello" })'],
  [/name|identity/i, 'modal.resolveName({ name: "ottoline.eth" })'],
]

const actOf = (failed: Work | undefined): string => {
  const words = failed ? `${failed.name} ${failed.method ?? ""}` : ""
  return acts.find(([pattern]) => pattern.test(words))?.[1] ?? "modal.ready()"
}

/** Connector ID of a demo wallet, by namespace. */
const walletsByNamespace: Readonly<Record<NetworkNamespace, string>> = {
  eip155: "example.halyard",
  solana: "example.plover",
  bip122: "example.sheepshank",
}

const walletOn = (networks: readonly string[]): string => {
  const found = Object.entries(walletsByNamespace).find(([namespace]) =>
    networks.some((id) => id.startsWith(`${namespace}:`)),
  )
  return found?.[1] ?? walletsByNamespace.eip155
}
