import { type Alert, type AlertCode, networkNotFound, projectIdMissing } from "./alerts.ts"

/** Values for the placeholders in a text: `origin`, `cause`, `namespace`. */
export type Gaps = Readonly<Record<string, string>>

/** Returns the alert of a code, with its placeholders replaced. */
export const alertOf = (code: AlertCode, gaps: Gaps = {}): Alert => {
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
    text: "The embedded wallet could not be loaded: the network or its server may be down. Try again, and ask the site's support if it stays so.",
    developerOnly: false,
  },
  APKT004: {
    code: "APKT004",
    variant: "error",
    title: "Wallet Request Timeout",
    text: "The embedded wallet did not answer in time. Try again, and ask the site's support if it stays so.",
    developerOnly: false,
  },
  APKT005: {
    code: "APKT005",
    variant: "error",
    title: "Unverified Domain",
    text: "The embedded wallet does not load on an unverified domain. Verify this one in the provider's dashboard.",
    developerOnly: true,
  },
  APKT006: {
    code: "APKT006",
    variant: "error",
    title: "Session Expired",
    text: "The session is invalid or has expired. Check that this device's clock is right, then connect again.",
    developerOnly: false,
  },
  APKT007: {
    code: "APKT007",
    variant: "error",
    title: "Invalid Project ID",
    text: "The provider does not know this project id. Look it up in the provider's dashboard.",
    developerOnly: true,
  },
  APKT008: projectIdMissing,
  APKT009: {
    code: "APKT009",
    variant: "error",
    title: "Server Error",
    text: "The project's configuration could not be fetched: {cause}. Check the network and try again; ask the provider's support if it stays so.",
    developerOnly: true,
  },
  APKT010: {
    code: "APKT010",
    variant: "error",
    title: "Rate Limited",
    text: "The project's configuration was asked for too often. Wait some minutes; ask the provider's support if it stays so.",
    developerOnly: true,
  },
  APKTW001: {
    code: "APKTW001",
    variant: "warning",
    title: "Inactive Namespace Not Connected",
    text: "The namespace {namespace}, which is not the active one, could not be connected: {cause}.",
    developerOnly: false,
  },
  APKTW002: {
    code: "APKTW002",
    variant: "warning",
    title: "Invalid Email Address",
    text: "Enter a valid e-mail address.",
    developerOnly: false,
  },
  "": {
    code: "",
    variant: "info",
    title: "Multi-Wallet Not Enabled",
    text: "Several wallets at a time need the feature multi-wallet. Turn it on in the provider's dashboard.",
    developerOnly: true,
  },
}
