import type { Namespace } from "./namespaces.ts"

/** The page that a wallet's own browser is to open. */
export interface PageToOpen {
  readonly url: string
  readonly origin: string
  /** The id of the network in use. */
  readonly networkId: string | number | undefined
}

/** A wallet in whose own browser a page is opened on a phone, where the wallet is not in this one (section 7). */
export interface WalletBrowser {
  readonly name: string
  /** The directory's id. */
  readonly id: string
  /** The object that it puts into a page: where that is, the wallet is here. */
  readonly object: string
  /** On this namespace only. */
  readonly namespace?: Namespace
  /** The link that opens a page in it (facts of the field). */
  readonly link: (page: PageToOpen) => string
}

/** The four of them. */
export const walletBrowserRows: readonly WalletBrowser[] = [
  {
    name: "Phantom",
    id: "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
    object: "phantom",
    link: ({ url, origin }) => `https://phantom.app/ul/browse/${encode(url)}?ref=${encode(origin)}`,
  },
  {
    name: "Solflare",
    id: "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
    object: "solflare",
    link: ({ url }) => `https://solflare.com/ul/v1/browse/${encode(url)}?ref=${encode(url)}`,
  },
  {
    name: "Coinbase",
    id: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
    object: "coinbaseSolana",
    namespace: "solana",
    link: ({ url }) => `https://go.cb-w.com/dapp?cb_url=${encode(url)}`,
  },
  {
    name: "Binance",
    id: "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25",
    object: "binancew3w",
    namespace: "bip122",
    link: ({ url, networkId }) => {
      const inApp = new URLSearchParams({
        appId: "yFK5FCqYprrXDiVFbhyRx7",
        startPagePath: btoa("/pages/browser/index"),
        startPageQuery: btoa(`url=${encode(url)}&defaultChainId=${networkId ?? 1}`),
      })
      return `https://app.binance.com/en/download?_dp=${encode(btoa(`bnc://app.binance.com/mp/app?${inApp}`))}`
    },
  },
]

/** The wallet in whose own browser the page has to be opened to connect on a namespace; nothing where there is no need. */
export const walletBrowserOf = (
  walletId: string,
  here: {
    readonly mobile: boolean
    readonly namespace: Namespace
    /** Whether the page has an object of a name. */
    readonly holds: (object: string) => boolean
  },
): WalletBrowser | undefined =>
  walletBrowserRows.find(
    ({ id, object, namespace = here.namespace }) =>
      here.mobile && id === walletId && namespace === here.namespace && !here.holds(object),
  )

const encode = encodeURIComponent
