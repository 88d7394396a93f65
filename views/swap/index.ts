export { Swap } from "./Swap.tsx"
export { SwapPreview } from "./SwapPreview.tsx"
export { SwapSelectToken } from "./SwapSelectToken.tsx"
