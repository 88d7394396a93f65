/** The catalogue's codes (section 8); the alert for switched-off multi-wallet has none. */
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

/** An alert: the catalogue's title, and a text that says what to do. */
export interface Alert {
  readonly code: AlertCode
  readonly variant: "error" | "warning" | "info"
  readonly title: string
  readonly text: string
  /** Means nothing to a visitor: drawn with the option `debug` only. */
  readonly developerOnly: boolean
}

/** An unknown network was to be switched to, or stands in the options. */
export const networkNotFound: Alert = {
  code: "APKT001",
  variant: "error",
  title: "Network Not Found",
  text: "Add the network to the option `networks`.",
  developerOnly: true,
}

/** The options hold no usable project id. */
export const projectIdMissing: Alert = {
  code: "APKT008",
  variant: "error",
  title: "Project ID Missing",
  text: "`projectId` is not set. Create a project in the provider's dashboard.",
  developerOnly: true,
}
