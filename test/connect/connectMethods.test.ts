import { describe, expect, it } from "vitest"
import { type ConnectMethodsInput, orderConnectMethods } from "../../src/connect/first-paint/model/connectMethods.ts"
import { embeddedConnector } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { socialLayout, telegramOn } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { returningTo } from "../../src/embedded/opening/model/loginUrl.ts"
import { hasEmbedded } from "../../src/options/hasEmbedded.ts"
import { localDefaults } from "../../src/options/localFeatures.ts"
import { remoteDefaults } from "../../src/options/remoteFeatures.ts"

const usual: ConnectMethodsInput = {
  connectors: [embeddedConnector("eip155"), embeddedConnector("solana")],
  namespace: undefined,
  remote: remoteDefaults,
  local: localDefaults,
  installed: false,
  telegram: undefined,
  known: true,
}

describe("The connect methods", () => {
  it("Connect method order: email, social, wallet", () => {
    const order = ["email", "social", "wallet"]
    for (const namespace of [undefined, "eip155", "solana"] as const)
      for (const [off, shown] of [
        [{}, order],
        [{ email: false }, ["social", "wallet"]],
        [{ socials: false }, ["email", "wallet"]],
      ] as const)
        expect(orderConnectMethods({ ...usual, namespace, remote: { ...remoteDefaults, ...off } }).methods).toEqual(
          shown,
        )
  })

  it("Connect method order when injected wallets exist: wallet, email, social", () => {
    expect(orderConnectMethods({ ...usual, installed: true }).methods).toEqual(["wallet", "email", "social"])
  })

  it("reserve room for logins before the project's configuration is known, in their order and number", () => {
    const early = { ...usual, known: false }
    expect(orderConnectMethods(early)).toEqual({ ...orderConnectMethods(usual), awaited: true })
    expect(orderConnectMethods({ ...early, installed: true }).methods).toEqual(["wallet", "email", "social"])
    const off = { ...remoteDefaults, email: false, socials: false } as const
    expect(orderConnectMethods({ ...early, remote: off })).toMatchObject({ methods: ["wallet"], awaited: false })
    expect(orderConnectMethods({ ...early, connectors: [] })).toMatchObject({ methods: ["wallet"], awaited: false })
    expect(orderConnectMethods(usual).awaited).toBe(false)
  })

  it("hide the wallets behind a button at once if the site hides them beside logins", () => {
    const local = { ...localDefaults, emailShowWallets: false }
    for (const known of [false, true]) {
      expect(orderConnectMethods({ ...usual, local, known }).collapsed).toBe(true)
      expect(orderConnectMethods({ ...usual, local, known, connectors: [] }).collapsed).toBe(false)
      const alone = { ...local, connectMethodsOrder: ["wallet"] as const }
      expect(orderConnectMethods({ ...usual, local: alone, known }).collapsed).toBe(false)
    }
  })

  it("are only logins if the site shows no wallets beside them", () => {
    const local = { ...localDefaults, connectMethodsOrder: ["email", "social"] as const }
    for (const known of [false, true])
      expect(orderConnectMethods({ ...usual, local, known })).toMatchObject({
        methods: ["email", "social"],
        awaited: false,
      })
  })

  it("Socials order: google, x, farcaster, discord, apple, github, facebook", () => {
    expect(orderConnectMethods(usual).socials).toEqual([
      "google",
      "x",
      "farcaster",
      "discord",
      "apple",
      "github",
      "facebook",
    ])
  })

  it("are in the site's order without duplicates, and without omitted ones", () => {
    const local = { ...localDefaults, connectMethodsOrder: ["social", "wallet", "social"] as const }
    expect(orderConnectMethods({ ...usual, local }).methods).toEqual(["social", "wallet"])
  })

  it("are the wallets if nothing else is on, whatever the order", () => {
    const local = { ...localDefaults, connectMethodsOrder: ["email"] as const }
    const wallet = { id: "here", name: "Here", type: "ANNOUNCED", chain: "eip155" } as const
    for (const connectors of [[], [wallet]])
      expect(orderConnectMethods({ ...usual, connectors }).methods).toEqual(["wallet"])
    expect(orderConnectMethods({ ...usual, local, connectors: [] }).methods).toEqual(["wallet"])
    expect(orderConnectMethods({ ...usual, local: { ...local, connectMethodsOrder: [] } }).methods).toEqual(["wallet"])
  })

  it("Other chains for auth login are not shown: neither email nor socials", () => {
    expect(orderConnectMethods({ ...usual, namespace: "solana" }).methods).toContain("email")
    const bitcoin = orderConnectMethods({ ...usual, namespace: "bip122" })
    expect(bitcoin.methods).toEqual(["wallet"])
    expect(bitcoin.socials).toEqual([])
  })

  it.each([
    ["email", { email: false }, ["social", "wallet"]],
    ["socials", { socials: false }, ["email", "wallet"]],
    ["both", { email: false, socials: [] }, ["wallet"]],
  ] as const)("omit what the project turns off: %s", (_, off, methods) => {
    const remote = { ...remoteDefaults, ...off }
    expect(orderConnectMethods({ ...usual, remote }).methods).toEqual(methods)
    // Whatever the site sets beside them.
    for (const local of [{ emailShowWallets: false }, { collapseWallets: true }, { connectMethodsOrder: methods }])
      expect(orderConnectMethods({ ...usual, remote, local: { ...localDefaults, ...local } }).methods).toEqual(methods)
  })

  it("omit the socials that Telegram does not support", () => {
    const left = ["google", "farcaster", "discord", "apple", "github"]
    expect(orderConnectMethods({ ...usual, telegram: "android" }).socials).toEqual(left)
  })

  it.each([
    ["not by default", {}, [embeddedConnector("eip155")], false],
    ["if the site sets it", { collapseWallets: true }, [embeddedConnector("eip155")], true],
    ["if no wallets may be beside an email login", { emailShowWallets: false }, [embeddedConnector("eip155")], true],
    ["but not without another method", { emailShowWallets: false }, [], false],
  ] as const)("have their wallets behind one button: %s", (_, changed, connectors, collapsed) => {
    expect(orderConnectMethods({ ...usual, connectors, local: { ...localDefaults, ...changed } }).collapsed).toBe(
      collapsed,
    )
  })

  it("Local feature default: emailShowWallets on, whatever logins are beside the wallets", () => {
    for (const off of [{}, { email: false }, { socials: false }] as const)
      for (const namespace of [undefined, "eip155", "solana"] as const)
        for (const installed of [true, false]) {
          const remote = { ...remoteDefaults, ...off }
          const { methods, collapsed } = orderConnectMethods({ ...usual, remote, namespace, installed })
          expect([methods.includes("wallet"), methods.length > 1, collapsed]).toEqual([true, true, false])
        }
  })

  it("have no embedded wallet without a project, in basic mode and with payments", () => {
    const options = { projectId: "p", basic: false, features: localDefaults }
    expect(hasEmbedded(options)).toBe(true)
    expect(hasEmbedded({ ...options, projectId: "" })).toBe(false)
    expect(hasEmbedded({ ...options, basic: true })).toBe(false)
    expect(hasEmbedded({ ...options, features: { ...localDefaults, pay: true } })).toBe(false)
  })
})

describe("The social logins", () => {
  const seven = orderConnectMethods(usual).socials

  it.each([
    [0, undefined, 0, false],
    [1, "google", 0, false],
    [2, undefined, 2, false],
    [3, "google", 2, false],
    [6, "google", 5, false],
    [7, "google", 4, true],
  ] as const)(
    "%i of them: the wide one is %s, then %i icons, the rest behind a button: %s",
    (count, wide, marks, more) => {
      const layout = socialLayout(seven.slice(0, count))
      expect([layout.wide, layout.marks.length, layout.more]).toEqual([wide, marks, more])
    },
  )

  it("keep their order in the icons", () => {
    expect(socialLayout(seven).marks).toEqual(["x", "farcaster", "discord", "apple"])
    expect(socialLayout(seven.slice(0, 2)).marks).toEqual(["google", "x"])
  })

  it.each([
    [{ telegram: true, os: "mac" }, "mac"],
    [{ telegram: true, os: "other" }, undefined],
    [{ telegram: false, os: "ios" }, undefined],
  ] as const)("detect Telegram by its platform: %j", (platform, where) => {
    expect(telegramOn(platform)).toBe(where)
  })

  it.each([
    ["https://a.example/login?state=abc", "https://a.example/login?state=abc--https%3A%2F%2Fsite.example%2Fp%3Fq%3D1"],
    ["https://a.example/login", "https://a.example/login"],
    ["http://127.0.0.1:5173/login", "http://127.0.0.1:5173/login"],
    ["javascript:alert(1)", undefined],
    ["nothing", undefined],
  ])("include the page's URL in the state of a redirect: %s", (uri, to) => {
    expect(returningTo(uri, "https://site.example/p?q=1")).toBe(to)
  })

  it("include it inside the provider's URL to which another service redirects", () => {
    const inner = "https://provider.example/oauth?state=s1&scope=email"
    const outer = `https://link.example/start?provider_authorization_url=${encodeURIComponent(inner)}`
    const to = new URL(returningTo(outer, "https://site.example/") ?? "")
    const authorization = new URL(to.searchParams.get("provider_authorization_url") ?? "")

    expect(to.origin).toBe("https://link.example")
    expect(authorization.searchParams.get("state")).toBe("s1--https://site.example/")
    expect(authorization.searchParams.get("scope")).toBe("email")
  })
})
