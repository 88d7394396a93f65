import { base, createModal, mainnet } from "portico"

/** The modal of this site. Safe to import on a server, where it loads nothing. */
export const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  // On your site, remove this line and set your project ID.
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})
