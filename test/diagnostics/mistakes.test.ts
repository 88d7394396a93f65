import * as chains from "viem/chains"
import { afterEach, describe, expect, it, vi } from "vitest"
import { demo } from "../../layers/index.ts"
import { mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal, ModalOptions } from "../../src/stub/modal.ts"

/** Options that a site in JavaScript may write, and the one line that reports the mistake. */
const mistakes: readonly (readonly [options: object, line: string])[] = [
  [
    { networks: undefined },
    "Option 'networks': Required. Pass at least one network: `import { mainnet } from \"portico\"`.",
  ],
  [{ networks: [] }, "Option 'networks': Required. Pass at least one network: `import { mainnet } from \"portico\"`."],
  [
    { networks: [mainnet, "polygn"] },
    "Option 'networks.1': Expected object, received string 'polygn'. Pass the network itself: `import { mainnet } from \"portico\"`.",
  ],
  [{ themeMode: "blue" }, "Option 'themeMode': Expected 'dark' | 'light' | 'system', received 'blue'."],
  [
    { themeMode: "drak" },
    "Option 'themeMode': Expected 'dark' | 'light' | 'system', received 'drak'. Did you mean 'dark'?",
  ],
  [{ locale: 42 }, "Option 'locale': Expected string, received number 42."],
  [{ themeMod: "dark" }, "Option 'themeMod': Unknown name. Did you mean 'themeMode'?"],
  [{ adapters: [] }, "Option 'adapters': Unknown name."],
  [{ modes: "dark" }, "Option 'modes': Unknown name."],
  [{ the: "dark" }, "Option 'the': Unknown name."],
  [
    { themeVariables: { "--portico-acent": "#f00" } },
    "Option 'themeVariables.--portico-acent': Unknown name. Did you mean '--portico-accent'?",
  ],
  [
    { themeVariables: { "--w3m-accent": "#f00" } },
    "Option 'themeVariables.--w3m-accent': Unknown name. Did you mean '--portico-accent'?",
  ],
  [
    { themeVariables: { "--portico-border-radius-master": "99px" } },
    "Option 'themeVariables.--portico-border-radius-master': Expected 0 to 6, received '99px'.",
  ],
  ...["xx-YY", "!!"].map(
    (locale) =>
      [
        { locale },
        `Option 'locale': Expected language tag (BCP 47), received '${locale}'. Write it as 'de' or 'fr-CA'.`,
      ] as const,
  ),
  [{ locale: "german" }, "Option 'locale': Expected language tag (BCP 47), received 'german'. Did you mean 'de'?"],
  [{ features: { analitics: false } }, "Option 'features.analitics': Unknown name. Did you mean 'analytics'?"],
  [{ remoteFeatures: { emial: false } }, "Option 'remoteFeatures.emial': Unknown name. Did you mean 'email'?"],
  [{ messages: { conectWallet: "Go" } }, "Option 'messages.conectWallet': Unknown name. Did you mean 'connectWallet'?"],
  [
    { messages: { fr: { conectWallet: "Y aller" } } },
    "Option 'messages.fr.conectWallet': Unknown name. Did you mean 'connectWallet'?",
  ],
  [{ metadata: { nam: "Site" } }, "Option 'metadata.nam': Unknown name. Did you mean 'name'?"],
  [
    { hosts: { blockchian: "https://a.example" } },
    "Option 'hosts.blockchian': Unknown name. Did you mean 'blockchain'?",
  ],
  [
    { customWallets: [{ id: "mine", name: "Mine", mobile_lnk: "mine://" }] },
    "Option 'customWallets.0.mobile_lnk': Unknown name. Did you mean 'mobile_link'?",
  ],
  [
    { networks: [{ ...mainnet, blockExplorer: mainnet.blockExplorers }] },
    "Option 'networks.0.blockExplorer': Unknown name. Did you mean 'blockExplorers'?",
  ],
  [
    { tokens: { "eip155:1": { address: "0x1", img: "https://site.example/token.png" } } },
    "Option 'tokens.eip155:1.img': Unknown name.",
  ],
  [
    { paymasters: { "eip155:1": { url: "https://pays.example", contxt: {} } } },
    "Option 'paymasters.eip155:1.contxt': Unknown name. Did you mean 'context'?",
  ],
  [{ siwx: { required: false } }, "Option 'siwx.required': Unknown name. Did you mean 'getRequired'?"],
  [{ siwx: { getRequired: false } }, "Option 'siwx.getRequired': Expected function, received boolean false."],
  ...["addSession", "setSessions"].map(
    (name) =>
      [
        { siwx: { [name]: () => undefined } },
        `Option 'siwx.getSessions': Required, because '${name}' is set. Return the sessions from it, or visitors have to sign again on each visit.`,
      ] as const,
  ),
  [{ siweConfig: { signout: () => true } }, "Option 'siweConfig.signout': Unknown name. Did you mean 'signOut'?"],
  [{ layers: { ...demo(), storge: {} } }, "Option 'layers.storge': Unknown name. Did you mean 'storage'?"],
  [
    { layers: { ...demo(), storage: 5 } },
    "Option 'layers.storage': Expected layer, such as one of `portico/layers`, received number 5.",
  ],
]

const modals: Modal[] = []
const made = (options: object = {}): Modal => {
  const modal = createModal({
    projectId: "demo",
    networks: [mainnet],
    layers: demo(),
    ...options,
  } as unknown as ModalOptions)
  modals.push(modal)
  return modal
}

const warnings = () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  return () => warn.mock.calls.map(([line]) => line)
}

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const modal of modals.splice(0)) await modal.destroy()
})

describe("A mistake in the options", () => {
  it.each(mistakes)("is printed in one line, and ready() rejects with the same message: %j", async (options, line) => {
    const printed = warnings()
    await expect(made(options).ready()).rejects.toMatchObject({ _tag: "InvalidInput", message: line })

    expect(printed()).toEqual([line])
  })

  it.each([
    ["none", undefined, "ProjectIdMissing"],
    ["empty", "", "ProjectIdMissing"],
    ["a number", 7, "InvalidInput"],
  ] as const)(
    "Project id is required; otherwise an alert is shown, and visitors can still connect: %s",
    async (_, projectId, tag) => {
      const printed = warnings()
      const modal = made({ projectId })
      await expect(modal.ready()).rejects.toMatchObject({ _tag: tag })
      const lines = printed().filter((line) => line.startsWith("APKT"))
      expect(lines).toEqual([expect.stringContaining("APKT008 Project ID Missing")])
      expect(modal.state.alerts.value).toMatchObject([{ code: "APKT008" }])
      await modal.connect({ wallet: "example.halyard" })
      expect(modal.state.address.value).toMatch(/^0x/)
    },
  )

  it("in a name that contains a secret is reported without it, in the message and in the path", async () => {
    warnings()
    const options = { messages: { "ada@site.example": "Go" } }

    await expect(made(options).ready()).rejects.toMatchObject({
      message: "Option 'messages.…': Unknown name.",
      path: "messages.…",
    })
  })

  it("is not reported for viem's chains", async () => {
    const printed = warnings()
    const [first, ...others] = Object.values(chains)
    await made({ networks: [first, ...others] }).ready()

    expect(printed()).toEqual([])
  })

  it("is printed at once in development, and each further one in its own line", async () => {
    vi.stubEnv("NODE_ENV", "development")
    const printed = warnings()
    made({ locale: "german", messages: { conectWallet: "Go" } })

    await expect.poll(printed).toHaveLength(2)
    expect(printed()).toEqual([
      expect.stringContaining("Option 'locale'"),
      expect.stringContaining("Option 'messages.conectWallet'"),
    ])
  })

  it("is printed at once in production too if the stub detects it", async () => {
    vi.stubEnv("NODE_ENV", "production")
    const printed = warnings()
    made({ networks: [] })

    await expect.poll(printed).toEqual([expect.stringContaining("Option 'networks': Required")])
  })

  it("of sign-in is printed in production too, once the engine starts", async () => {
    vi.stubEnv("NODE_ENV", "production")
    const printed = warnings()
    const modal = made({ siwx: { required: false } })
    await modal.connect({ wallet: "example.halyard" })

    expect(printed()).toContain("Option 'siwx.required': Unknown name. Did you mean 'getRequired'?")
  })

  it("leaves the modal working without the value", async () => {
    warnings()
    const modal = made({ themeMode: "blue", themeMod: "dark" })
    await modal.connect({ wallet: "example.halyard" })

    expect(modal.getState()).toMatchObject({ status: "connected", themeMode: "dark" })
  })

  it("is not reported for valid options", async () => {
    const printed = warnings()
    class Sessions {
      readonly verifiers = []
      getSessions() {
        return []
      }
    }
    await made({
      themeVariables: { "--portico-accent": "#f00", "--portico-z-index": 7, "--portico-font-size-master": "11px" },
      locale: "en-XA",
      messages: { connectWallet: "Go", fr: { connectWallet: "Y aller" }, "sv-SE": { connectWallet: { other: "Gå" } } },
      siwx: new Sessions(),
      features: { analytics: undefined, send: false },
    }).ready()

    expect(printed()).toEqual([])
  })

  it("is reported for a `defaultNetwork` outside the networks", async () => {
    warnings()
    const { name, id, nativeCurrency, rpcUrls } = mainnet
    const defaultNetwork = { name, id: Number(id) + 4, nativeCurrency, rpcUrls }

    await expect(made({ defaultNetwork }).ready()).rejects.toMatchObject({
      _tag: "NetworkNotFound",
      message: "Network not found",
      details: expect.stringContaining("`defaultNetwork`"),
    })
  })
})

describe("A mistake in a call", () => {
  const calls: readonly (readonly [what: string, call: (modal: Modal) => unknown, message: string, path: string])[] = [
    [
      "a view",
      (modal) => modal.open({ view: "Acount" as never }),
      "received 'Acount'. Did you mean 'Account'?",
      "view",
    ],
    ["an option of open", (modal) => modal.open({ veiw: "Account" } as never), "Did you mean 'view'?", "veiw"],
    ["a namespace to open", (modal) => modal.open({ namespace: "evm" as never }), "received 'evm'", "namespace"],
    ["a namespace", (modal) => modal.getProvider("foo" as never), "namespace: Expected 'eip155' | ", "namespace"],
    ...(["addNamespace", "removeNamespace"] as const).flatMap((name) =>
      (
        [
          ["nothing", undefined, "namespace: Required. Pass 'eip155' | 'solana' | "],
          ["no namespace", {}, "namespace: Required. Pass 'eip155' | 'solana' | "],
          ["a number", { namespace: 7 }, "namespace: Expected 'eip155' | "],
        ] as const
      ).map(
        ([what, input, message]) =>
          [`${what} to ${name}`, (modal: Modal) => modal[name](input as never), message, "namespace"] as const,
      ),
    ),
    [
      "no page",
      async (modal) => modal.element,
      `A server has no page. In Next.js, create the modal in a "use client" file`,
      "element",
    ],
  ]
  it.each(calls)("is an InvalidInput that names the value: %s", async (_, call, message, path) => {
    const modal = made()
    await expect(call(modal)).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining(message),
      path,
    })

    expect(modal.getState()).toMatchObject({ open: false, view: undefined })
  })

  it("is an InvalidInput even if a layers function returns the invalid value", async () => {
    const layers = () => ({ storage: 5 })

    await expect(made({ layers }).connect({ wallet: "example.halyard" })).rejects.toMatchObject({
      _tag: "InvalidInput",
      path: "layers.storage",
    })
  })
})

describe("An error's details", () => {
  it("name the missing wallet, and the available ones", async () => {
    const failed = made({ layers: demo() }).switchConnection({ namespace: "eip155", connectorId: "io.nowhere" })

    await expect(failed).rejects.toMatchObject({
      message: "No connector found for connection",
      details: expect.stringContaining("'io.nowhere'"),
      cause: expect.stringContaining("'io.nowhere'"),
    })
  })

  it("name the network that is not offered", async () => {
    warnings()

    await expect(made().switchNetwork({ network: "eip155:424242" })).rejects.toMatchObject({
      message: "Network not found",
      details: expect.stringContaining("'eip155:424242'"),
    })
  })

  it("report that a namespace has no connected wallet, or no network", async () => {
    const modal = made()
    const message = "Namespace is not configured. Please call connect() first"
    await expect(modal.getProvider("eip155")).rejects.toMatchObject({
      message,
      details: "No wallet is connected on eip155",
    })
    await expect(modal.reconnect({ namespace: "solana", connectorId: "example.plover" })).rejects.toMatchObject({
      message,
      details: "The option `networks` has no network of solana",
    })
  })
})
