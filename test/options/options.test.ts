import { arbitrum } from "viem/chains"
import { describe, expect, it } from "vitest"
import { colorSchemeOf } from "../../src/core/first-paint/colorScheme.ts"
import { InvalidInput } from "../../src/errors/index.ts"
import { defaultAccountTypes } from "../../src/options/accountTypes.ts"
import { checkOptions, localFeatures } from "../../src/options/checkOptions.ts"
import { kindOf } from "../../src/options/guards.ts"
import { hostsOf } from "../../src/options/hosts.ts"
import { localDefaults } from "../../src/options/localFeatures.ts"
import { bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { createModal } from "../../src/stub/createModal.ts"
import { instanceOf } from "../fixtures/modal.ts"

const least: ModalOptions = { projectId: "p", networks: [mainnet] }

const hosts = hostsOf(checkOptions({}).options)

describe("valid options", () => {
  it("get a value for every option", () => {
    const { options, problems, alerts } = checkOptions(least)

    expect(problems).toEqual([])
    expect(alerts).toEqual([])
    expect(options).toEqual({
      id: "default",
      projectId: "p",
      networks: [mainnet],
      defaultNetwork: undefined,
      metadata: {},
      features: localDefaults,
      remoteFeatures: remoteDefaults,
      askedFeatures: {},
      sdkType: "appkit",
      sdkVersion: "html-universal-1.8.2",
      siwx: undefined,
      siweConfig: undefined,
      defaultAccountTypes,
      customWallets: [],
      includeWalletIds: [],
      excludeWalletIds: [],
      featuredWalletIds: [],
      allWallets: "SHOW",
      termsConditionsUrl: undefined,
      preload: "idle",
      privacyPolicyUrl: undefined,
      enableEmbedded: false,
      allowUnsupportedChain: false,
      announce: false,
      manualWCControl: false,
      enableNetworkSwitch: true,
      enableReconnect: true,
      enableWalletConnect: true,
      enableEIP6963: true,
      enableCoinbase: true,
      enableHelp: true,
      disableAppend: false,
      basic: false,
      experimental_preferUniversalLinks: false,
      customRpcUrls: {},
      tokens: {},
      paymasters: {},
      chainImages: {},
      connectorImages: {},
      themeMode: "dark",
      themeVariables: {},
      locale: "en-US",
      messages: {},
      debug: true,
      hosts: { secureSite: "https://secure.walletconnect.org" },
      layers: undefined,
      cspNonce: undefined,
    })
  })

  it("are kept unchanged", () => {
    const given: ModalOptions = {
      ...least,
      id: "second",
      networks: [mainnet, solana, bitcoin],
      defaultNetwork: solana,
      metadata: { name: "Site", icons: ["https://site.example/a.png"] },
      siwx: { getSessions: () => [] },
      defaultAccountTypes: { eip155: "eoa" },
      customWallets: [{ id: "mine", name: "Mine", mobile_link: "mine://", chains: ["eip155:1"] }],
      excludeWalletIds: ["a"],
      termsConditionsUrl: "https://site.example/terms",
      enableReconnect: false,
      customRpcUrls: { "eip155:1": [{ url: "https://node.example" }] },
      tokens: { "eip155:1": { address: "0xabc", image: "https://site.example/t.png" } },
      paymasters: {
        "eip155:1": { url: "https://pays.example/1", context: { policyId: "welcome", limits: { perDay: 3 } } },
        "eip155:8453": { url: "http://127.0.0.1:8545" },
      },
      themeMode: "light",
      themeVariables: { "--portico-accent": "#f00", "--portico-z-index": 3 },
      locale: "de-DE",
      layers: { storage: {} },
      cspNonce: "abc",
    }
    const { options, problems } = checkOptions(given)

    expect(problems).toEqual([])
    expect(options).toMatchObject({ ...given, defaultAccountTypes: { eip155: "eoa", solana: "eoa" } })
  })

  it("may have a function as layers, and a currency without decimals", () => {
    const layers = () => ({})
    const whole = { ...mainnet, nativeCurrency: { name: "Whole", symbol: "WHL", decimals: 0 } }
    const { options, problems } = checkOptions({ ...least, networks: [whole], layers })

    expect(problems).toEqual([])
    expect(options).toMatchObject({ networks: [whole], layers })
  })

  it("can include viem's chains", () => {
    const { options, problems } = checkOptions({ ...least, networks: [arbitrum] })

    expect(problems).toEqual([])
    expect(options.networks[0]?.caipNetworkId).toBe("eip155:42161")
  })

  it("have the provider's hosts unless the site sets others", () => {
    expect(hosts).toEqual({
      api: "https://api.web3modal.org",
      blockchain: "https://rpc.walletconnect.org",
      analytics: "https://pulse.walletconnect.org",
      relay: "wss://relay.walletconnect.org",
      secureSite: "https://secure.walletconnect.org",
      verify: "https://verify.walletconnect.org",
      utxo: "https://mempool.space",
      images: "https://api.web3modal.org",
    })
  })

  it("lose the trailing slash of a host", () => {
    expect(
      hostsOf(checkOptions({ ...least, hosts: { api: "http://127.0.0.1:9//", relay: "ws://127.0.0.1:8" } }).options),
    ).toEqual({
      ...hosts,
      api: "http://127.0.0.1:9",
      relay: "ws://127.0.0.1:8",
    })
  })

  it("may have several relay hosts, without trailing slashes and invalid ones", () => {
    const relayOf = (relay: unknown) => hostsOf(checkOptions({ ...least, hosts: { relay } }).options).relay
    expect(relayOf(["ws://127.0.0.1:8/", 7, "wss://two.example"])).toEqual(["ws://127.0.0.1:8", "wss://two.example"])
    expect(relayOf([])).toBe(hosts.relay)
  })

  it("split their features into those the site decides and those the project can override", () => {
    const { options } = checkOptions({
      ...least,
      features: { analytics: false, email: false, socials: ["x"], connectorTypeOrder: ["recent"], swaps: undefined },
      remoteFeatures: { activity: false, socials: false },
    })

    expect(options.features).toEqual({ ...localDefaults, analytics: false, connectorTypeOrder: ["recent"] })
    expect(options.askedFeatures).toEqual({ email: false, socials: false, activity: false })
    expect(options.remoteFeatures).toEqual({ ...remoteDefaults, email: false, socials: false, activity: false })
  })

  it("Theme: dark by default", () => {
    const modal = createModal({ projectId: "p", networks: [mainnet] })
    expect(modal.getState().themeMode).toBe("dark")
    // Also on a system that prefers light.
    const ownerDocument = { defaultView: { matchMedia: () => ({ matches: true }) } }
    const scheme = (themeMode: "dark" | "light" | "system" | undefined) =>
      colorSchemeOf({
        core: instanceOf({ ...(themeMode && { themeMode }) }).core,
        element: () => ({ ownerDocument }) as unknown as HTMLElement,
      }).value
    expect([undefined, "dark", "light", "system"].map((mode) => scheme(mode as "dark"))).toEqual([
      "dark",
      "dark",
      "light",
      "light",
    ])
  })
})

describe("account types", () => {
  it.each([
    ["eip155", ["eoa", "smartAccount"], ["payment", "ordinal"]],
    ["solana", ["eoa", "smartAccount"], ["payment", "ordinal"]],
    ["bip122", ["payment", "ordinal"], ["eoa", "smartAccount"]],
  ] as const)(
    "Account types: eoa and smartAccount, the purposes of an address on Bitcoin: %s",
    (namespace, right, wrong) => {
      const asked = (type: string) => checkOptions({ ...least, defaultAccountTypes: { [namespace]: type } })

      for (const type of right) {
        expect(asked(type).options.defaultAccountTypes[namespace]).toBe(type)
        expect(asked(type).problems).toEqual([])
      }
      for (const type of wrong) {
        expect(asked(type).options.defaultAccountTypes[namespace]).toBe(defaultAccountTypes[namespace])
        expect(asked(type).problems).toHaveLength(1)
      }
    },
  )

  it("of an unknown namespace are ignored", () => {
    const { options } = checkOptions({ ...least, defaultAccountTypes: { tron: "eoa" } })

    expect(options.defaultAccountTypes).toEqual(defaultAccountTypes)
  })
})

describe("features that are set later", () => {
  it("are accepted if only the site decides on them, without invalid ones", () => {
    const given = { send: false, receive: "no", swaps: false, connectorTypeOrder: ["recent", "nobody"], more: true }

    expect(localFeatures(given)).toEqual({ send: false, connectorTypeOrder: ["recent"] })
    for (const odd of [undefined, null, 7, "send", []]) expect(localFeatures(odd)).toEqual({})
  })
})

describe("invalid options", () => {
  it("siweConfig and siwx cannot both be set, else the error 'Cannot set both `siweConfig` and `siwx` options'", () => {
    const [siwx, siweConfig] = [{}, {} as never]
    const made = (given: object) => () => createModal({ projectId: "p", networks: [mainnet], ...given })

    for (const beside of [{}, { basic: true }, { enableEmbedded: true }, { features: { pay: true } }])
      expect(made({ ...beside, siwx, siweConfig })).toThrow(/^Cannot set both `siweConfig` and `siwx` options$/)
    for (const one of [{ siwx }, { siweConfig }]) expect(made({ siwx: undefined, ...one })).not.toThrow()
  })

  it("a missing project ID is a problem and raises its alert", () => {
    for (const projectId of [undefined, null, ""]) {
      const { options, problems, alerts } = checkOptions({ ...least, projectId })

      expect(options.projectId).toBe("")
      expect(problems).toEqual(["APKT008"])
      expect(alerts).toEqual(["APKT008"])
    }
  })

  it("a project ID of another type counts as missing", () => {
    const { problems, alerts } = checkOptions({ ...least, projectId: 7 })

    expect(problems).toEqual([new InvalidInput("Expected string, received number", "projectId")])
    expect(alerts).toEqual(["APKT008"])
  })

  it("an unknown default network raises the not-found alert", () => {
    const { options, problems, alerts } = checkOptions({ ...least, defaultNetwork: polygon })

    expect(options.defaultNetwork).toBeUndefined()
    expect(problems).toEqual(["APKT001"])
    expect(alerts).toEqual(["APKT001"])
  })

  it.each([undefined, null, 5, "options", [], () => {}])("no options at all: %s", (given) => {
    const { options, problems, alerts } = checkOptions(given)

    expect(options.networks).toEqual([])
    expect(options.id).toBe("default")
    expect(problems).toContain("APKT008")
    expect(problems).toContainEqual(
      new InvalidInput(given === undefined ? "Required" : `Expected object, received ${kindOf(given)}`),
    )
    expect(alerts).toEqual(["APKT008"])
  })

  const socials = "'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'"
  const script = "javascript:alert(1)"
  /** The path, the options, and what is expected and received there. Nothing expected: the value is required. */
  const wrong: readonly (readonly [path: string, given: object, expected?: string, received?: string])[] = [
    ["networks", { networks: undefined }],
    ["networks", { networks: [] }],
    ["networks", { networks: "eip155:1" }, "array", "string"],
    ["networks.1", { networks: [mainnet, null] }, "object", "null"],
    ["networks.1.name", { networks: [mainnet, { id: 5 }] }],
    ["networks.1.id", { networks: [mainnet, { ...mainnet, id: "1" }] }, "integer", "string"],
    ["networks.1.id", { networks: [mainnet, { ...mainnet, id: 1.5 }] }, "integer", "number"],
    ["networks.1.id", { networks: [mainnet, { ...mainnet, id: -1 }] }, "integer", "number"],
    ["networks.1.id", { networks: [mainnet, { ...solana, id: "a b" }] }, "CAIP-2 reference", "'a b'"],
    [
      "networks.1.chainNamespace",
      { networks: [mainnet, { ...mainnet, chainNamespace: "near" }] },
      "'eip155' | 'solana' | 'bip122'",
      "'near'",
    ],
    [
      "networks.1.rpcUrls.default.http.0",
      { networks: [mainnet, { ...mainnet, rpcUrls: { default: { http: [script] } } }] },
      "http or https URL",
      `'${script}'`,
    ],
    [
      "networks.1.nativeCurrency.decimals",
      { networks: [mainnet, { ...mainnet, nativeCurrency: { name: "Ether", symbol: "ETH" } }] },
    ],
    ...["a eip155:1", "eip155:1/2"].map(
      (deprecatedCaipNetworkId) =>
        [
          "networks.1.deprecatedCaipNetworkId",
          { networks: [mainnet, { ...mainnet, deprecatedCaipNetworkId }] },
          "CAIP-2 network id",
          `'${deprecatedCaipNetworkId}'`,
        ] as const,
    ),
    ["id", { id: 1 }, "string", "number"],
    ["metadata", { metadata: "Site" }, "object", "string"],
    ["metadata.name", { metadata: { name: 1 } }, "string", "number"],
    ["metadata.icons.0", { metadata: { icons: [null] } }, "string", "null"],
    ["features", { features: [] }, "object", "array"],
    ["features.email", { features: { email: "yes" } }, "boolean", "string"],
    ["features.socials.0", { features: { socials: ["myspace"] } }, socials, "'myspace'"],
    ["features.connectMethodsOrder", { features: { connectMethodsOrder: "email" } }, "array", "string"],
    ["remoteFeatures.swaps", { remoteFeatures: { swaps: true } }, "array", "boolean"],
    ["siwx", { siwx: "siwx" }, "object", "string"],
    ["defaultAccountTypes.solana", { defaultAccountTypes: { solana: "big" } }, "'eoa' | 'smartAccount'", "'big'"],
    ["customWallets.0.id", { customWallets: [{ name: "No id" }] }],
    ["customWallets.0.mobile_link", { customWallets: [{ id: "a", name: "A", mobile_link: {} }] }, "string", "object"],
    ["featuredWalletIds", { featuredWalletIds: "abc" }, "array", "string"],
    ["featuredWalletIds.1", { featuredWalletIds: ["a", 7] }, "string", "number"],
    ["walletOrder", { walletOrder: "latest" }, "'recent' | 'name'", "'latest'"],
    ["walletOrder.1", { walletOrder: ["io.metamask", 7] }, "string", "number"],
    ["allWallets", { allWallets: true }, "'SHOW' | 'HIDE' | 'ONLY_MOBILE'", "boolean"],
    ["allWallets", { allWallets: "x".repeat(40) }, "'SHOW' | 'HIDE' | 'ONLY_MOBILE'", `'${"x".repeat(40)}'`],
    ["allWallets", { allWallets: "x".repeat(41) }, "'SHOW' | 'HIDE' | 'ONLY_MOBILE'", `'${"x".repeat(40)}...'`],
    ["allWallets", { allWallets: "S\0H\u202eOW" }, "'SHOW' | 'HIDE' | 'ONLY_MOBILE'", "'SHOW'"],
    ["termsConditionsUrl", { termsConditionsUrl: script }, "http or https URL", `'${script}'`],
    ["privacyPolicyUrl", { privacyPolicyUrl: "https://" }, "http or https URL", "'https://'"],
    ["enableReconnect", { enableReconnect: "false" }, "boolean", "string"],
    ["basic", { basic: 0 }, "boolean", "number"],
    ["customRpcUrls.eip155:1", { customRpcUrls: { "eip155:1": "https://node.example" } }, "array", "string"],
    ["customRpcUrls.eip155:1.0.url", { customRpcUrls: { "eip155:1": [{}] } }],
    ["tokens.eip155:1.address", { tokens: { "eip155:1": {} } }],
    ["paymasters.eip155:1.url", { paymasters: { "eip155:1": {} } }],
    ...["http://pays.example", "http://localhost:1@pays.example"].map(
      (url) =>
        [
          "paymasters.eip155:1.url",
          { paymasters: { "eip155:1": { url } } },
          "https or loopback URL",
          `'${url}'`,
        ] as const,
    ),
    [
      "paymasters.eip155:1.context",
      { paymasters: { "eip155:1": { url: "https://pays.example", context: "policy" } } },
      "object",
      "string",
    ],
    ["chainImages.1", { chainImages: { 1: 1 } }, "string", "number"],
    ["themeMode", { themeMode: "blue" }, "'dark' | 'light' | 'system'", "'blue'"],
    [
      "themeVariables.--portico-accent",
      { themeVariables: { "--portico-accent": true } },
      "string or number",
      "boolean",
    ],
    ["locale", { locale: 49 }, "string", "number"],
    ["hosts.api", { hosts: { api: "not a url" } }, "URL", "'not a url'"],
    ["hosts.api", { hosts: { api: "ftp://api.example/http:" } }, "URL", "'ftp://api.example/http:'"],
    ["hosts.api", { hosts: { api: ["https://api.example"] } }, "URL", "array"],
    ["hosts.relay.1", { hosts: { relay: ["wss://one.example", "two"] } }, "URL", "'two'"],
    ["layers", { layers: "demo" }, "object or function", "string"],
    ["cspNonce", { cspNonce: {} }, "string", "object"],
  ]
  it.each(wrong.map(([path, given, ...sentence]) => ({ path, given, sentence })))(
    "reports an invalid $path of $given",
    ({ path, given, sentence: [expected, received] }) => {
      const { options, problems } = checkOptions({ ...least, ...given })

      const message = expected ? `Expected ${expected}, received ${received}` : "Required"
      expect(problems).toContainEqual(new InvalidInput(message, path))
      expect(problems.every((problem) => problem instanceof InvalidInput)).toBe(true)
      if (!path.startsWith("networks")) expect(options.networks).toEqual([mainnet])
    },
  )

  it("keeps the valid values beside invalid ones", () => {
    const { options, problems } = checkOptions({
      projectId: "p",
      networks: [{ id: 1 }, mainnet, "solana"],
      featuredWalletIds: ["a", 7, "b"],
      customWallets: [{ id: "ok", name: "Fine" }, { id: 1 }],
      features: { email: "yes", send: false },
      hosts: { api: 1, blockchain: "http://127.0.0.1:7" },
    })

    expect(problems).toHaveLength(9)
    expect(options.networks).toEqual([mainnet])
    expect(options.featuredWalletIds).toEqual(["a", "b"])
    expect(options.customWallets).toEqual([{ id: "ok", name: "Fine" }])
    expect(options.features.send).toBe(false)
    expect(options.remoteFeatures.email).toBe(true)
    expect(hostsOf(options)).toEqual({ ...hosts, blockchain: "http://127.0.0.1:7" })
  })
})
