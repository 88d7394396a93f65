import { entriesOf } from "../library.ts"
import type { Site } from "./buildSites.ts"

/** Code of a site with a modal. Every host is the one the page names. */
const modal = `
import { ConnectionRejected, createModal, mainnet } from "portico"
const modal = createModal({ projectId: "${"0123456789abcdef".repeat(2)}", networks: [mainnet], hosts: window.hosts })
document.querySelector("button").onclick = () =>
  modal.open().catch((error) => console.error(error instanceof ConnectionRejected ? "rejected" : error))
`

/** A site for each entry of the package built at `root`: one with a modal, and one that imports everything an entry exports. */
export const sitesOf = (root: string): readonly Site[] => {
  const aliases = entriesOf(root)
  return Object.keys(aliases).map((entry) =>
    entry === "portico"
      ? { entry, code: modal, aliases, runs: true }
      : { entry, code: `import * as all from "${entry}"\nwindow.all = all`, aliases, runs: false },
  )
}
