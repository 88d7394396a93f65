/** Wallet of the directory or of the site (specification section 3). Links and images are unchecked; validate them before use. */
export interface Wallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly installed?: boolean
  /** Position in the list, for analytics. */
  readonly display_index?: number
  readonly image_url?: string
  readonly image_id?: string
  readonly badge_type?: "none" | "certified"
  readonly description?: string
  readonly homepage?: string
  /** CAIP-2 IDs of the supported networks. If missing or empty, the wallet supports any network. */
  readonly chains?: readonly string[]
  readonly order?: number
  readonly link_mode?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly injected?: readonly { readonly namespace?: string; readonly injected_id?: string }[]
}

/** Wallet that a site adds. */
export type CustomWallet = Pick<
  Wallet,
  | "id"
  | "name"
  | "rdns"
  | "homepage"
  | "chains"
  | "image_url"
  | "mobile_link"
  | "desktop_link"
  | "webapp_link"
  | "app_store"
  | "play_store"
>

/** Image fields of a connector or of a directory wallet. */
export interface Pictured {
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly image_url?: string | undefined
  readonly image_id?: string | undefined
}

/**
 * Returns the URL of a wallet's image: from its announcement or the directory, or else from the provider by its ID. `undefined` if it has
 * none.
 */
export const pictureOf = (
  { imageUrl, imageId, image_url, image_id }: Pictured,
  provided: (kind: "wallet", id: string) => string | undefined,
): string | undefined => {
  const id = imageId ?? image_id
  return imageUrl ?? image_url ?? (id === undefined ? undefined : provided("wallet", id))
}

/** Identity of a wallet, comparable between connectors and directory entries. */
export interface WalletIdentity {
  /** ID in the directory. */
  readonly id?: string
  readonly name: string
  readonly rdns?: string
  /** Whether the name alone identifies the wallet, because it is bundled with Portico or comes from a standard that has only names. */
  readonly byName?: boolean
}

/** Excluded wallet: its ID, and its name and rdns once they are known. */
export type ExcludedWallet = Partial<WalletIdentity> & { readonly id: string }

/** Whether a wallet is excluded by directory ID, rdns or name. */
export const isExcluded = (
  { id, name, rdns }: WalletIdentity,
  excluded: readonly ExcludedWallet[],
  mobile: boolean,
): boolean =>
  excluded.some(
    (one) =>
      id === one.id ||
      name === one.name ||
      (rdns !== undefined && one.rdns !== undefined && sameRdns(rdns, one.rdns, mobile)),
  )

/**
 * Whether two identities are the same wallet, by directory ID or rdns. A name counts only if it identifies one of the wallets (`byName`),
 * because any extension can announce an EVM wallet under another's name.
 */
export const sameWallet = (one: WalletIdentity, other: WalletIdentity, mobile: boolean): boolean => {
  if (one.id !== undefined && one.id === other.id) return true
  if (one.rdns !== undefined && other.rdns !== undefined) return sameRdns(one.rdns, other.rdns, mobile)
  return (one.byName === true || other.byName === true) && one.name === other.name
}

/** Whether two rdns values belong to the same wallet. MetaMask's mobile app announces a different one than its extension. */
const sameRdns = (one: string, other: string, mobile: boolean): boolean => rdnsOf(one, mobile) === rdnsOf(other, mobile)

/** Filters wallets to those usable on a phone: with a mobile link, or with an in-app browser that can open the page. */
export const onMobile = (wallets: readonly Wallet[]): readonly Wallet[] =>
  wallets.filter(({ id, mobile_link }) => mobile_link || walletBrowsers.has(id))

/** IDs of the wallets whose in-app browser can open the page (specification section 7): Phantom, Solflare, Coinbase, Binance. */
export const walletBrowsers: ReadonlySet<string> = new Set([
  "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
  "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
  "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
  "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25",
])

const rdnsOf = (rdns: string, mobile: boolean) => (mobile && rdns === "io.metamask.mobile" ? "io.metamask" : rdns)
