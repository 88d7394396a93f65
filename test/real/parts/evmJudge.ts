/** A message and its alleged signature by an EVM account (EIP-191). */
export interface Signed {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/**
 * Whether the signature is valid, by a node's hashing and its precompiled ecrecover contract, without any library of
 * the page.
 */
export const isSignedBy = async (node: string, { address, message, signature }: Signed): Promise<boolean> => {
  const ask = async (method: string, params: readonly unknown[]): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const answer = await fetch(node, { method: "POST", headers: { "content-type": "application/json" }, body })
    return String(((await answer.json()) as { readonly result?: unknown }).result)
  }
  const text = Buffer.from(message)
  const said = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text])
  const hash = await ask("web3_sha3", [`0x${said.toString("hex")}`])
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature) ?? []
  if (!r || !s || !v) return false
  const data = `${hash}${v.padStart(64, "0")}${r}${s}`
  const recovered = await ask("eth_call", [{ to: `0x${"1".padStart(40, "0")}`, data }, "latest"])
  return recovered.slice(-40).toLowerCase() === address.slice(2).toLowerCase()
}
