import type { Network } from "./networks.ts"

/** Returns the image that the option `chainImages` has for a network, by its CAIP-2 ID or by its ID within its namespace. */
export const chainImageOf = (
  images: { readonly [id: string]: string } | undefined,
  { caipNetworkId, id }: Network,
): string | undefined => images?.[caipNetworkId] ?? images?.[id]
