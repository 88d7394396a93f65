export { Networks } from "./Networks.tsx"
export { SwitchActiveChain } from "./SwitchActiveChain.tsx"
export { SwitchNetwork } from "./SwitchNetwork.tsx"
export { UnsupportedChain } from "./UnsupportedChain.tsx"
