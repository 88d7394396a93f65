import { describe, expect, it } from "vitest"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { connectorOrder } from "../../src/connect/first-paint/model/walletRows.ts"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { socialsShown } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { localDefaults } from "../../src/options/localFeatures.ts"
import { type RemoteFeatures, remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { loadLastFeatures } from "../../src/project/first-paint/flows.ts"
import { mergeFeatures, type RemoteEntry } from "../../src/project/first-paint/model/mergeFeatures.ts"
import { overriddenWarning } from "../../src/project/model/allowedOrigins.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { instanceOf } from "../fixtures/modal.ts"
import { test } from "../fixtures/visits.ts"

const allOff = Object.fromEntries(Object.keys(remoteDefaults).map((name) => [name, false])) as unknown as RemoteFeatures
const usual = { requested: {}, basic: false, pay: false }
const on = (id: string, config: RemoteEntry["config"] = null): RemoteEntry => ({ id, isEnabled: true, config })

/** The opposite of each feature that is on or off, without the given one. */
const changed = (defaults: object, left: string) =>
  Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) =>
      name !== left && typeof value === "boolean" ? [[name, !value]] : [],
    ),
  )

/** The same of the remote features, whose lists a site can turn off. */
const remoteChanged = (left: string): Partial<RemoteFeatures> => ({
  ...Object.fromEntries(
    Object.entries(remoteDefaults).flatMap(([name, value]) =>
      name !== left && Array.isArray(value) ? [[name, false]] : [],
    ),
  ),
  ...changed(remoteDefaults, left),
})

describe("defaults", () => {
  it.each([
    ["Remote feature default: swaps via 1inch", "swaps", ["1inch"]],
    ["Remote feature default: on-ramp via meld", "onramp", ["meld"]],
    ["Remote feature default: email on", "email", true],
    [
      "Remote feature default: socials: google, x, discord, farcaster, github, apple, facebook",
      "socials",
      ["google", "x", "discord", "farcaster", "github", "apple", "facebook"],
    ],
    ["Remote feature default: activity on", "activity", true],
    ["Remote feature default: branding on", "reownBranding", true],
    ["Remote feature default: multiWallet off", "multiWallet", false],
    ["Remote feature default: emailCapture off", "emailCapture", false],
    ["Remote feature default: payWithExchange off", "payWithExchange", false],
    ["Remote feature default: payments off", "payments", false],
    ["Remote feature default: reownAuthentication off", "reownAuthentication", false],
  ] as const)("%s", (_, name, value) => {
    expect(snapshot(instanceOf()).options.remoteFeatures).toHaveProperty(name, value)
    // Neither a project without a configuration has a say, nor one whose configuration has not loaded.
    for (const remote of [null, undefined])
      for (const requested of [{}, remoteChanged(name)])
        expect(mergeFeatures({ ...usual, requested, remote }).features[name]).toEqual(value)
  })

  it.each([
    ["Local feature default: receive on", "receive", true],
    ["Local feature default: send on", "send", true],
    ["Local feature default: emailShowWallets on", "emailShowWallets", true],
    ["Local feature default: analytics on", "analytics", true],
    ["Local feature default: allWallets on", "allWallets", true],
    ["Local feature default: legalCheckbox off", "legalCheckbox", false],
    ["Local feature default: smartSessions off", "smartSessions", false],
    ["Local feature default: collapseWallets off", "collapseWallets", false],
    ["Local feature default: pay off", "pay", false],
    [
      "Wallet action order: onramp, swaps, receive, send",
      "walletFeaturesOrder",
      ["onramp", "swaps", "receive", "send"],
    ],
    [
      "Connector order: walletConnect, recent, injected, featured, custom, external, recommended",
      "connectorTypeOrder",
      ["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"],
    ],
  ] as const)("%s", (_, name, value) => {
    // A site that sets all other features keeps this default.
    for (const options of [{}, { features: changed(localDefaults, name) }])
      expect(snapshot(instanceOf(options)).options.features).toHaveProperty(name, value)
  })

  it("has one connector order", () => {
    expect(localDefaults.connectorTypeOrder).toEqual(connectorOrder)
  })
})

describe("merging", () => {
  const features = (...remote: readonly RemoteEntry[]) => mergeFeatures({ ...usual, remote }).features

  it("Feature gating: basic mode disables all remote features", () => {
    const requested = { email: true, multiWallet: true }

    expect(mergeFeatures({ ...usual, requested, basic: true, remote: [on("activity")] })).toEqual({
      features: allOff,
      ignored: [],
    })
    expect(mergeFeatures({ ...usual, requested, basic: true, remote: undefined }).features).toEqual(allOff)
  })

  it("warns only of features that the site has set", () => {
    const requested = { email: true, swaps: undefined as never }

    expect(mergeFeatures({ ...usual, requested, remote: [] }).ignored).toEqual(["email"])
    expect(overriddenWarning([])).toBeUndefined()
  })

  it.each([
    ["missing", []],
    ["disabled", [{ id: "social_login", isEnabled: false, config: ["email", "google"] }]],
  ])("turns off a feature whose entry is %s", (_, remote) => {
    expect(mergeFeatures({ ...usual, remote }).features).toEqual(allOff)
  })

  it("accepts every entry that is on", () => {
    const plain = [
      "activity",
      "reown_branding",
      "multi_wallet",
      "fund_from_exchange",
      "payments",
      "reown_authentication",
    ]
    const lists = [on("swap", ["1inch"]), on("onramp", []), on("email_capture", []), on("headless")]
    const socials = on("social_login", ["email", "farcaster", "myspace", "x"])

    expect(mergeFeatures({ ...usual, remote: [socials, ...lists, ...plain.map((id) => on(id))] }).features).toEqual({
      email: true,
      socials: ["farcaster", "x"],
      swaps: ["1inch"],
      onramp: ["meld"],
      activity: true,
      reownBranding: true,
      multiWallet: true,
      emailCapture: true,
      payWithExchange: true,
      payments: true,
      reownAuthentication: true,
    })
    expect(features(on("email_capture", ["required"])).emailCapture).toEqual(["required"])
    expect(features(on("social_login", ["email"]))).toEqual({ ...allOff, email: true })
    expect(features(on("social_login"))).toEqual(allOff)
  })

  it("accepts the known values of a list; an entry of unknown values only is off", () => {
    const known = features(on("swap", ["2inch", "1inch"]), on("onramp", ["other"]), on("social_login", ["myspace"]))

    expect(known).toEqual({ ...allOff, swaps: ["1inch"] })
    expect(features({ id: "swap", isEnabled: true }).swaps).toEqual(["1inch"])
  })

  it("keeps the defaults of project-only features if the request fails", () => {
    const onlyProject = { emailCapture: true, payWithExchange: true, payments: true, reownAuthentication: true }
    const requested = { activity: false, multiWallet: true, ...onlyProject }
    const { features: merged } = mergeFeatures({ ...usual, requested, remote: undefined })

    expect(merged).toEqual({ ...remoteDefaults, activity: false })
  })

  it.each([
    ["When the pay feature is on, email login is turned off", "email"],
    ["When the pay feature is on, social login is turned off", "socials"],
  ] as const)("%s", (_, name) => {
    for (const remote of [undefined, null, [on("social_login", ["email", "google"])]]) {
      expect(mergeFeatures({ ...usual, pay: true, remote }).features[name]).toBe(false)
      expect(mergeFeatures({ ...usual, pay: false, remote }).features[name]).not.toBe(false)
    }
    for (const pay of [true, false]) {
      const instance = instanceOf({ features: { pay } })
      const isOff = () => instance.core.remoteFeatures.value[name] === false
      expect(isOff()).toBe(pay)
      // The project's features of the last visit.
      loadLastFeatures(instance, { of: "demo", entries: [on("social_login", ["email", "google"])] })
      expect(isOff()).toBe(pay)
    }
  })
})

describe("socials", () => {
  const all = remoteDefaults.socials
  const order = localDefaults.socialsOrder

  it("are in the display order, limited to those that are on", () => {
    expect(socialsShown(all, order)).toEqual(order)
    expect(socialsShown(["facebook", "x"], order)).toEqual(["x", "facebook"])
    expect(socialsShown(["facebook", "x"], ["github"])).toEqual(["facebook", "x"])
    expect(socialsShown(false, order)).toEqual([])
  })

  const config = ["email", ...order]
  for (const [title, os, removed] of [
    ["Telegram social list on iOS: google removed", "ios", ["google"]],
    ["Telegram social list on Mac: x removed", "mac", ["x"]],
    ["Telegram social list on Android: facebook and x removed", "android", ["x", "facebook"]],
  ] as const)
    for (const telegram of [true, false])
      test(telegram ? title : `are all shown in other browsers: ${os}`, {
        script: { project: { features: [{ id: "social_login", isEnabled: true, config }] } },
        layers: { browser: browser.layer({ platform: { telegram, os } }) },
      }, function* () {
        const { ways } = (yield* slicesOf(connectRows))()
        const { socials } = ways.value

        expect(order.filter((provider) => !socials.includes(provider))).toEqual(telegram ? removed : [])
      })

  const first = ["google", "facebook", "x"] as const
  for (const [os, removed] of [
    ["ios", ["google"]],
    ["mac", ["x"]],
    ["android", ["facebook", "x"]],
  ] as const)
    for (const [offered, list] of [
      ["beside others", order],
      ["and no other", removed],
    ] as const)
      test(`omit what Telegram cannot use, though the site puts it first and the project has it ${offered}: ${os}`, {
        options: { features: { socialsOrder: first } },
        script: { project: { features: [on("social_login", ["email", ...list])] } },
        layers: { browser: browser.layer({ platform: { telegram: true, os } }) },
      }, function* () {
        const { ways } = (yield* slicesOf(connectRows))()
        const left = list.filter((provider) => !(removed as readonly string[]).includes(provider))

        expect([...ways.value.socials].sort()).toEqual([...left].sort())
      })
})
