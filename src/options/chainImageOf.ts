import type { Network } from "./networks.ts"

/** Returns a network's image from the option `chainImages`, by its CAIP-2 ID or else its `id`. */
export const chainImageOf = (
  images: { readonly [id: string]: string } | undefined,
  { caipNetworkId, id }: Network,
): string | undefined => images?.[caipNetworkId] ?? images?.[id]
