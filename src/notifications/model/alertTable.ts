import { type Alert, type AlertCode, networkNotFound, projectIdMissing } from "./alerts.ts"

/** Values for the placeholders in a text: `origin`, `cause`, `namespace`. */
export type AlertValues = Readonly<Record<string, string>>

/** Returns the alert of a code, with the placeholders in its text replaced. A missing value becomes "unknown". */
export const alertOf = (code: AlertCode, gaps: AlertValues = {}): Alert => {
  const alert = alerts[code]
  return { ...alert, text: alert.text.replace(/\{(\w+)\}/g, (_, gap: string) => gaps[gap] ?? "unknown") }
}

const alerts: Readonly<Record<AlertCode, Alert>> = {
  APKT001: networkNotFound,
  APKT002: {
    code: "APKT002",
    variant: "error",
    title: "Invalid App Configuration",
    text: "The origin {origin} is not on this project's allow list. Add it to the allowed domains in the provider's dashboard.",
    developerOnly: true,
  },
  APKT003: {
    code: "APKT003",
    variant: "error",
    title: "Network Error: Wallet Load Failed",
    text: "The embedded wallet could not be loaded. The network or its server may be down. Try again, and contact the site's support if the problem persists.",
    developerOnly: false,
  },
  APKT004: {
    code: "APKT004",
    variant: "error",
    title: "Wallet Request Timeout",
    text: "The embedded wallet timed out. Try again, and contact the site's support if the problem persists.",
    developerOnly: false,
  },
  APKT005: {
    code: "APKT005",
    variant: "error",
    title: "Unverified Domain",
    text: "The embedded wallet does not load on unverified domains. Verify this domain in the provider's dashboard.",
    developerOnly: true,
  },
  APKT006: {
    code: "APKT006",
    variant: "error",
    title: "Session Expired",
    text: "The session is invalid or has expired. Check that your device's clock is correct, then reconnect.",
    developerOnly: false,
  },
  APKT007: {
    code: "APKT007",
    variant: "error",
    title: "Invalid Project ID",
    text: "Unknown project ID. Check it in the provider's dashboard.",
    developerOnly: true,
  },
  APKT008: projectIdMissing,
  APKT009: {
    code: "APKT009",
    variant: "error",
    title: "Server Error",
    text: "Could not fetch the project configuration: {cause}. Check your connection and try again. If the problem persists, contact the provider's support.",
    developerOnly: true,
  },
  APKT010: {
    code: "APKT010",
    variant: "error",
    title: "Rate Limited",
    text: "Too many requests for the project configuration. Wait a few minutes. If the problem persists, contact the provider's support.",
    developerOnly: true,
  },
  APKTW001: {
    code: "APKTW001",
    variant: "warning",
    title: "Inactive Namespace Not Connected",
    text: "Could not connect the inactive namespace {namespace}: {cause}.",
    developerOnly: false,
  },
  APKTW002: {
    code: "APKTW002",
    variant: "warning",
    title: "Invalid Email Address",
    text: "Enter a valid email address.",
    developerOnly: false,
  },
  "": {
    code: "",
    variant: "info",
    title: "Multi-Wallet Not Enabled",
    text: "Connecting several wallets requires the multi-wallet feature. Enable it in the provider's dashboard.",
    developerOnly: true,
  },
}
