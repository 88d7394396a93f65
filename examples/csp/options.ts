import { base, type ModalOptions, mainnet, polygon } from "portico"

/** Options of the site. Its server creates the page's header from the same object: `policyFor(options)`. */
export const options = {
  projectId: "fernhill",
  networks: [base, mainnet, polygon],
  metadata: {
    name: "Fernhill",
    description: "Seeds and saplings from an invented nursery",
    icons: [],
  },
  siwx: { statement: "Sign in to Fernhill" },
} satisfies ModalOptions
