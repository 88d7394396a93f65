import type { ModalInstance } from "../stub/instance.ts"

/**
 * Announces a modal's provider as a wallet (EIP-6963): now, and whenever the page requests wallets, until the modal is destroyed. If the
 * modal has a Solana network, also registers it as a wallet of the Wallet Standard. Repeated calls have no effect.
 */
export const announce = (instance: ModalInstance): void => {
  const { provider, ending } = instance
  // The modal may have ended while this file was loading.
  if (instance.ended || "isPortico" in provider) return
  // Marks the provider, so modals leave it out of their own wallet lists. Other wallets mark their providers in the same way.
  Object.assign(provider, { isPortico: true })
  const info = Object.freeze({ uuid: uuid(), name: "Portico", icon, rdns: "dev.portico" })
  const detail = Object.freeze({ info, provider })
  const announceProvider = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  window.addEventListener("eip6963:requestProvider", announceProvider)
  ending.add(() => window.removeEventListener("eip6963:requestProvider", announceProvider))
  announceProvider()
  if (instance.core.networks.peek().some(({ chainNamespace }) => chainNamespace === "solana"))
    import("./solanaWallet.ts").then((one) => one.register(instance, icon)).catch(() => undefined)
}

/** Returns a random UUID version 4 (RFC 9562). `crypto.randomUUID` is not used, because it is missing on pages served over http. */
const uuid = (): string => {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte, at) => {
    if (at === 6) return 0x40 | (byte & 0x0f)
    return at === 8 ? 0x80 | (byte & 0x3f) : byte
  })
  const text = hex.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** Portico's icon: a gate with two pillars. */
const icon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#1c4435"/><path d="M24 38 48 22l24 16v6H24zm4 12h8v20h-8zm32 0h8v20h-8zM24 74h48v4H24z" fill="#fff"/></svg>',
)}` as const
