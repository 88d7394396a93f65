import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { verifySignIn } from "@solana/wallet-standard-util"
import { Effect } from "effect"
import { SiweMessage } from "siwe"
import { fromBase58 } from "../../../layers/chains/solana/transaction.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay } from "../../../services/Relay.ts"
import { base, mainnet, solana } from "../../../src/options/networks.ts"
import { siwxText } from "../../../src/siwx/model/message.ts"
import { settled } from "../../contracts/settled.ts"
import { assert, describe } from "../../fixtures/it.ts"
import { test } from "./demoParts.ts"

/** A site's backend on loopback that uses the SIWE library. It issues nonces and accepts each once. */
const backend = Effect.acquireRelease(
  Effect.promise(async () => {
    const nonces = new Set<string>()
    const server = createServer((request, response) => {
      if (request.url === "/nonce") {
        const nonce = `nonce${nonces.size}${"0".repeat(8)}`
        nonces.add(nonce)
        return void response.end(nonce)
      }
      const chunks: Buffer[] = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", async () => {
        const { message, signature } = JSON.parse(Buffer.concat(chunks).toString())
        const read = new SiweMessage(message)
        const verified = await read.verify(
          { signature, domain: "site.example", nonce: read.nonce },
          { suppressExceptions: true },
        )
        const accepted = verified.success && nonces.delete(read.nonce)
        response.statusCode = accepted ? 200 : 401
        response.end(accepted ? read.address : "")
      })
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    return server
  }),
  (server) => Effect.sync(() => server.close()),
).pipe(
  Effect.map((server) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return {
      nonce: Effect.promise(async () => (await fetch(`${url}/nonce`)).text()),
      /** The signed-in account. Empty if the backend rejected it. */
      verify: (message: string, signature: string) =>
        Effect.promise(async () => {
          const body = JSON.stringify({ message, signature })
          return (await fetch(`${url}/verify`, { method: "POST", body })).text()
        }),
    }
  }),
)

const site = {
  domain: "site.example",
  uri: "https://site.example/",
  version: "1",
  issuedAt: "2026-01-01T00:00:00.000Z",
}
const script = {
  relay: { connect: "approve", oneClick: true },
  wallets: { "example.latchkey": "approve", "example.tessera": { locked: false } },
  login: "ada@example.com",
} as const

describe("A backend with a SIWE library signs in the visitor", () => {
  for (const connectorId of [
    "example.halyard",
    "example.cinderbox",
    "example.tessera",
    "example.latchkey",
    "walletConnect",
    "ID_AUTH",
  ])
    test(`of ${connectorId}, and rejects another message and a used nonce`, script, function* () {
      const { nonce, verify } = yield* backend
      if (connectorId === "walletConnect")
        yield* settled((yield* Relay).connect({ networks: [mainnet, base], onUri: () => {} }))
      const chain = yield* settled((yield* Chains).get("eip155"))
      const { accounts } = yield* settled(chain.connect({ connectorId, network: mainnet }))
      const accountAddress = accounts[0]?.address ?? ""
      const message = siwxText({ ...site, nonce: yield* nonce, accountAddress, chainId: mainnet.caipNetworkId })
      const signature = yield* settled(chain.signMessage({ connectorId, address: accountAddress, message }))

      assert.strictEqual(yield* verify(message.replace("Chain ID: 1", "Chain ID: 10"), signature), "")
      assert.strictEqual(yield* verify(message, signature), accountAddress)
      assert.strictEqual(yield* verify(message, signature), "")
    })

  test("of a phone that signs while it approves", script, function* () {
    const { nonce, verify } = yield* backend
    const relay = yield* Relay
    const signIn = { ...site, nonce: yield* nonce }
    const { signed = [] } = yield* settled(relay.connect({ networks: [mainnet, base], onUri: () => {}, signIn }))
    const [first, second] = signed

    assert.strictEqual(yield* verify(first?.message ?? "", first?.signature ?? ""), first?.data.accountAddress)
    assert.strictEqual(new SiweMessage(second?.message ?? "").chainId, base.id)
  })
})

describe("A Sign-In With Solana message", () => {
  for (const connectorId of ["example.plover", "walletConnect", "ID_AUTH"])
    test(`signed by ${connectorId} is accepted by the standard's own verifier`, script, function* () {
      if (connectorId === "walletConnect")
        yield* settled((yield* Relay).connect({ networks: [mainnet, solana], onUri: () => {} }))
      const chain = yield* settled((yield* Chains).get("solana"))
      const { accounts } = yield* settled(chain.connect({ connectorId, network: solana }))
      const address = accounts[0]?.address ?? ""
      const input = { ...site, address, statement: "Welcome", nonce: "nonce123", chainId: "mainnet" }
      const message = [
        `${input.domain} wants you to sign in with your Solana account:\n${address}`,
        input.statement,
        `URI: ${input.uri}\nVersion: 1\nChain ID: mainnet\nNonce: nonce123\nIssued At: ${input.issuedAt}`,
      ].join("\n\n")
      const signature = fromBase58(yield* settled(chain.signMessage({ connectorId, address, message })))
      const output = {
        account: { address, publicKey: fromBase58(address) },
        signedMessage: new TextEncoder().encode(message),
        signature,
      }

      assert.isTrue(verifySignIn(input, output as never))
      assert.isFalse(verifySignIn({ ...input, nonce: "nonce124" }, output as never))
    })
})
