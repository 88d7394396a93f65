/** Alert codes of the catalogue (specification section 8). The alert about disabled multi-wallet has none, so its code is "". */
export type AlertCode =
  | "APKT001"
  | "APKT002"
  | "APKT003"
  | "APKT004"
  | "APKT005"
  | "APKT006"
  | "APKT007"
  | "APKT008"
  | "APKT009"
  | "APKT010"
  | "APKTW001"
  | "APKTW002"
  | ""

/** Alert with the catalogue's title and a text that says what to do. */
export interface Alert {
  readonly code: AlertCode
  readonly variant: "error" | "warning" | "info"
  readonly title: string
  readonly text: string
  /** Whether to show the alert only with the option `debug`, because it means nothing to visitors. */
  readonly developerOnly: boolean
}

/** Alert for a network to switch to, or a `defaultNetwork`, that is not in `networks`. */
export const networkNotFound: Alert = {
  code: "APKT001",
  variant: "error",
  title: "Network Not Found",
  text: "Add the network to the `networks` option.",
  developerOnly: true,
}

/** Alert for options without a valid project ID. */
export const projectIdMissing: Alert = {
  code: "APKT008",
  variant: "error",
  title: "Project ID Missing",
  text: "`projectId` is not set. Create a project in the provider's dashboard.",
  developerOnly: true,
}
