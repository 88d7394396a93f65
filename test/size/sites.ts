import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Site } from "./build.ts"

/** The entries of the package and the file each is made from. */
const entries = {
  portico: "src/index.ts",
  "portico/react": "src/react.tsx",
  "portico/elements": "src/elements.ts",
  "portico/effect": "src/effect.ts",
  "portico/services": "services/index.ts",
  "portico/layers": "layers/index.ts",
  "portico/testing": "src/testing/index.ts",
  "portico/trace": "src/trace.ts",
}

/** What a site writes to have a modal: every host is where the page says. */
const modal = `
import { ConnectionRejected, createModal, mainnet } from "portico"
const modal = createModal({ projectId: "${"0123456789abcdef".repeat(2)}", networks: [mainnet], hosts: window.hosts })
document.querySelector("button").onclick = () =>
  modal.open().catch((error) => console.error(error instanceof ConnectionRejected ? "rejected" : error))
`

/** A site for each entry of the project at `root` that is there: one with a modal, and one for all that an entry exports. */
export const sitesOf = (root: string): readonly Site[] => {
  const aliases = Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, join(root, file)]))
  return Object.entries(entries)
    .filter(([, file]) => existsSync(join(root, file)))
    .map(([entry]) =>
      entry === "portico"
        ? { entry, code: modal, aliases, runs: true }
        : { entry, code: `import * as all from "${entry}"\nwindow.all = all`, aliases, runs: false },
    )
}
