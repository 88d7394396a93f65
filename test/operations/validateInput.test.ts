// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { mainnet, solana } from "../../src/options/networks.ts"
import { type OperationName, operationNames } from "../../src/stub/operationNames.ts"
import { testModal } from "../../src/testing/index.ts"

/** Fields of the input that operations read. */
const fields =
  "wallet namespace connectorId type network networks message metadata search cursor fromToken toToken amount quote paymentAsset exchange recipient token sendTokenAmount receiverAddress pci email otp provider name address purchaseCurrency paymentCurrency".split(
    " ",
  )
const every = (value: unknown) => [Object.fromEntries(fields.map((field) => [field, value]))]

/** Invalid input that a site in JavaScript may pass to an operation. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  "a text": ["0x"],
  "a number": [7],
  "an array": [[]],
  "numbers in it": every(7),
  "null in it": every(null),
  "arrays in it": every([]),
  "functions in it": every(() => 7),
}
/** Invalid for most operations. Some use their defaults instead; for others the names are only unknown. */
const lacking: Readonly<Record<string, readonly unknown[]>> = {
  nothing: [],
  "an empty object": [{}],
  "empty objects in it": every({}),
  "unknown names in it": every("nothing of the kind"),
}

/** These take no input that could be invalid. */
const without: ReadonlySet<OperationName> = new Set([
  "signIn",
  "signOut",
  "getSessions",
  "getAccountMetadata",
  "fetchBalances",
  "onrampOptions",
  "capabilities",
] as const)
/** These can be called without input. */
const optional: ReadonlySet<OperationName> = new Set(["disconnect", "fetchActivity", "exchanges"] as const)
/** These treat an unknown name as a name. */
const named: ReadonlySet<OperationName> = new Set([
  "resolveName",
  "reverseName",
  "suggestNames",
  "searchWallets",
] as const)
const isAnswered = (name: OperationName, what: string) =>
  (optional.has(name) && what in lacking) ||
  ((named.has(name) || name === "signMessage") && what === "unknown names in it")

const opened: { closed: boolean }[] = []
beforeEach(() => {
  opened.length = 0
  vi.spyOn(window, "open").mockImplementation(() => {
    const close = () => {
      one.closed = true
    }
    const one = { closed: false, location: { href: "" }, opener: null, close }
    opened.push(one)
    return one as unknown as Window
  })
})
afterEach(() => vi.restoreAllMocks())

const begin = async (connected: boolean) => {
  const { modal, wallet, destroy } = testModal({
    networks: [mainnet, solana],
    features: { smartSessions: true },
  })
  await modal.ready()
  if (connected) await modal.connect({ wallet: "example.halyard" })
  return { modal, destroy, asked: () => wallet("example.halyard").state().openPrompts }
}

describe("An operation with invalid input", () => {
  for (const when of ["before a wallet is connected", "connected"])
    for (const name of operationNames.filter((one) => !without.has(one)))
      it(`${name} rejects with an error of the catalogue, makes no request to a wallet and leaves no window, ${when}`, async () => {
        const { modal, asked, destroy } = await begin(when === "connected")
        const call = modal[name] as (...input: readonly unknown[]) => Promise<unknown>
        for (const [what, input] of Object.entries({ ...wrong, ...lacking })) {
          if (isAnswered(name, what)) continue
          const error = await call(...input).then(
            (answer) => `answered ${JSON.stringify(answer)}`,
            (cause: unknown) => cause,
          )
          expect(error, what).toBeInstanceOf(Error)
          expect((error as { readonly _tag?: string })._tag, `${what}: ${error}`).toMatch(/^[A-Z]\w+$/)
          if (what in wrong) expect(codes, `${what}: ${error}`).toContain((error as { readonly _tag?: string })._tag)
        }
        expect(opened.filter(({ closed }) => !closed)).toEqual([])
        expect(asked()).toEqual([])
        await destroy()
      })
})

describe("An operation with a missing namespace", () => {
  it.each(["switchConnection", "deleteConnection", "reconnect"] as const)(
    "Error: 'Namespace is required': %s",
    async (name) => {
      const { modal, destroy } = await begin(true)
      const call = modal[name] as (input: object) => Promise<unknown>

      await expect(call({ connectorId: "example.halyard" })).rejects.toMatchObject({
        _tag: "NamespaceRequired",
        message: "Namespace is required",
      })
      await destroy()
    },
  )
})

/** Tags of errors about invalid input; payments have their own. */
const codes = ["InvalidInput", "InvalidPaymentConfig", "InvalidAsset"]
