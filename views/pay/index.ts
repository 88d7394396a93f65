export { Pay } from "./Pay.tsx"
export { PayLoading } from "./PayLoading.tsx"
export { PayWithExchange } from "./PayWithExchange.tsx"
export { PayWithExchangeSelectAsset } from "./PayWithExchangeSelectAsset.tsx"
