import { Duplex } from "node:stream"
import { initializeProvider } from "@metamask/providers"

/**
 * Runs in the page before the site's scripts: MetaMask's published provider, connected to a background outside of the
 * page by two functions on `window`. Frames inside the page get none.
 */
interface Wires {
  /** Page to background; exposed by Playwright. */
  readonly metamaskRequest: (message: unknown) => Promise<unknown>
  /** Background to page. */
  metamaskNotify: (message: unknown) => void
}

/** Name, icon and reverse domain as announced by EIP-6963. Prepended to this script when it is bundled. */
declare const metamaskInfo: {
  uuid: `${string}-${string}-${string}-${string}-${string}`
  name: string
  icon: `data:image/${string}`
  rdns: string
}

if (window.top === window) {
  const wires = window as unknown as Wires
  const stream = new Duplex({
    objectMode: true,
    read() {},
    write(message, _encoding, done) {
      wires.metamaskRequest(message).then((answer) => answer && stream.push(answer))
      done()
    },
  })
  wires.metamaskNotify = (message) => stream.push(message)

  const quiet = () => {}
  initializeProvider({
    // The bundle replaces node:stream with the package that MetaMask uses in pages.
    connectionStream: stream as unknown as Parameters<typeof initializeProvider>[0]["connectionStream"],
    providerInfo: metamaskInfo,
    logger: { log: quiet, warn: quiet, error: quiet, debug: quiet, info: quiet, trace: quiet },
  })
}
