import { base, type ModalOptions, mainnet, polygon } from "portico"

/** The site's own options. Its server makes the page's header of the very same: `policyFor(options)`. */
export const options = {
  projectId: "fernhill",
  networks: [base, mainnet, polygon],
  metadata: {
    name: "Fernhill",
    description: "Seeds and saplings from an invented nursery",
    url: "https://fernhill.example",
    icons: [],
  },
  siwx: { statement: "Sign in to Fernhill" },
} satisfies ModalOptions
