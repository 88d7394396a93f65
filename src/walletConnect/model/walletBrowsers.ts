import type { Namespace } from "../../options/namespaces.ts"

/** Page to open in a wallet's in-app browser. */
export interface PageToOpen {
  readonly url: string
  readonly origin: string
  /** ID of the active network. */
  readonly networkId: string | number | undefined
}

/** Wallet whose in-app browser can open the page on a phone, if the wallet is not in the current browser (specification section 7). */
export interface WalletBrowser {
  readonly name: string
  /** ID of the wallet in the directory. */
  readonly id: string
  /** Global object that the wallet injects. If it exists, the page is already in that browser. */
  readonly object: string
  /** Only namespace for which the page must be opened there. Defaults to any. */
  readonly namespace?: Namespace
  /** Builds the link that opens a page in the in-app browser. */
  readonly link: (page: PageToOpen) => string
}

/** Wallets whose in-app browser Portico can open the page in. */
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

/** Returns the wallet whose in-app browser must open the page to connect in a namespace, or `undefined` if none is needed. */
export const walletBrowserOf = (
  walletId: string,
  here: {
    readonly mobile: boolean
    readonly namespace: Namespace
    /** Whether the page has a global object of this name. */
    readonly holds: (object: string) => boolean
  },
): WalletBrowser | undefined =>
  walletBrowserRows.find(
    ({ id, object, namespace = here.namespace }) =>
      here.mobile && id === walletId && namespace === here.namespace && !here.holds(object),
  )

const encode = encodeURIComponent
