import type { ImageKind } from "../../services/Api.ts"
import type { ApiOptions } from "./opening/client.ts"

/** Returns the URL of one of the provider's images, by its kind and ID. */
export const imageUrl = ({ hosts, projectId, sdkType, sdkVersion }: ApiOptions, kind: ImageKind, id: string): string =>
  `${hosts.images}/${paths[kind]}/${encodeURIComponent(id)}?${new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })}`

const paths: Readonly<Record<ImageKind, string>> = {
  wallet: "getWalletImage",
  asset: "public/getAssetImage",
  currency: "public/getCurrencyImage",
  token: "public/getTokenImage",
}
