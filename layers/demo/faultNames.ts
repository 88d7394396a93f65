import { closestName } from "../../src/core/closestName.ts"

/**
 * Returns why a script's fault would have no effect, or `undefined` if its name may be that of a service, an endpoint or a method. Wallets
 * and nodes may have any method.
 */
export const faultNameProblem = (name: string): string | undefined => {
  if (method.test(name) || serviceNames.includes(name) || endpointNames.includes(name)) return undefined
  const meant = closestName(name, [...serviceNames, ...endpointNames])
  return `no such service, endpoint or method. ${meant ? `Did you mean '${meant}'?` : `Services: ${serviceNames.join(", ")}`}`
}

/** Matches methods of wallets, EVM nodes and the frame, which have an underscore, and those of Solana nodes. */
const method = /_|^(get|is|send|simulate|request)[A-Z]/

const serviceNames: readonly string[] = ["api", "rpc", "relay", "frame", "abilities", "events"]

/** Names of all endpoints. A test compares them with the endpoints that the demo responds to. */
export const endpointNames: readonly string[] = [
  ...["activateSession", "addSession", "allowance", "analyticsConfig", "authAccountMetadata", "authMe", "authNonce"],
  ...["authOtp", "authOtpConfirm", "authenticate", "balance", "buildApprove", "buildTransaction", "buyStatus"],
  ...["config", "exchanges", "gasPrice", "history", "identity", "lookUpName", "namesOf", "onrampOptions"],
  ...["onrampQuote", "onrampUrl", "origins", "payUrl", "prices", "registerName", "revokeSession", "sessions"],
  ...["suggestions", "supportedChains", "swapQuotes", "swapTokens", "userOperation", "utxo", "wallets"],
]
