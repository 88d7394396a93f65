import * as bundled from "../../../src/options/networks.ts"

/** Network that `portico` exports. */
interface NetworkChoice {
  /** Name of the export. */
  readonly name: string
  readonly title: string
  readonly isTestnet: boolean
}

/** Networks of a site that names none. */
export const defaultNetworks: readonly string[] = ["mainnet", "base"]

const rank = ({ name, isTestnet }: NetworkChoice): number => {
  const position = defaultNetworks.indexOf(name)
  return position >= 0 ? position : defaultNetworks.length + Number(isTestnet)
}

/** The networks that a site can start with: the default ones first, test networks last. */
export const networkChoices: readonly NetworkChoice[] = Object.entries(bundled)
  .flatMap(([name, value]) =>
    "caipNetworkId" in value ? [{ name, title: value.name, isTestnet: "testnet" in value && value.testnet }] : [],
  )
  .sort((one, other) => rank(one) - rank(other))
