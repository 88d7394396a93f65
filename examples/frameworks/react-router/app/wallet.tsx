import { base, createModal, mainnet } from "portico"
import { ModalProvider } from "portico/react"
import type { ReactNode } from "react"

const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  // On your site, remove this line and set your project ID.
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})

export const Wallet = ({ children }: { readonly children: ReactNode }) => (
  <ModalProvider modal={modal}>{children}</ModalProvider>
)
