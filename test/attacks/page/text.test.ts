import { describe, expect, it } from "vitest"
import { disclosedError, disclosedEvent, disclosedPage } from "../../../src/telemetry/model/disclosure.ts"
import { failuresOf } from "../../../src/telemetry/model/failures.ts"
import {
  redact,
  redactField,
  redactMethod,
  redactName,
  redactNetwork,
  redactToken,
  redactUrl,
} from "../../../src/telemetry/model/redact.ts"
import type { AnalyticsEvent } from "../../../src/telemetry/opening/model.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { attacks, seed, tell } from "../cases.ts"
import { found, type Secret, secretOf, secretsOfEachKind } from "./secrets.ts"

/** Texts that contain a secret, as wallets, nodes and services produce them. */
const sentences: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `Could not sign for ${secret}.`,
  (secret) => `Error: ${secret}`,
  (secret) => `execution reverted (${secret})`,
  (secret) => `<${secret}> was refused, ask ${secret}!`,
  (secret) => `GET https://node.example/v1/path failed for ${secret} with 503`,
  (secret) => JSON.stringify({ error: { code: -32000, message: secret } }),
  (secret) => JSON.stringify({ params: [{ from: secret }] }),
  (secret) => `Rejected "${secret}" and '${secret}'`,
  (secret) => `Rejected “${secret}`,
  (secret) => `could not read ${secret}\n    at run (https://site.example/app.js:10:5)\n    at ${secret}`,
  (secret) => `to=${secret}`,
  (secret) => `[${secret}]`,
  (secret) => `the user ${secret}, which is on the network`,
  (secret) => `${"padding ".repeat(2_000)}${secret}`,
]

const outputs: readonly (readonly [what: string, output: (text: string) => unknown])[] = [
  ["redacted text", redact],
  ["URL", (text) => redactUrl(text)],
  ["URL of a path", (text) => redactUrl(`https://site.example/a/${text}/b`)],
  ["URL of an encoded path", (text) => redactUrl(`https://site.example/a/${encodeURIComponent(text)}/b`)],
  ["URL of a query", (text) => redactUrl(`https://site.example/?a=${encodeURIComponent(text)}`)],
  ["page", (text) => disclosedPage(`https://site.example/a/${encodeURIComponent(text)}?a=${text}#${text}`)],
  ["name", (text) => redactName(`wallet ${text}`)],
  ["own name", (text) => redactName(text)],
  ["method", redactMethod],
  ["field", redactField],
  ["word", redactToken],
  ["network", (text) => redactNetwork(`eip155:1:${text}`)],
  ["reported error", (text) => disclosedError(new Error(text))],
  ["reported text", (text) => disclosedError(text)],
  ["reported cause", (text) => disclosedError(new Error("broken", { cause: new Error(text) }))],
  ["reported name", (text) => disclosedError(Object.assign(new Error("broken"), { name: text }))],
  ["reported stack", (text) => disclosedError(Object.assign(new Error("broken"), { stack: `${text}\n at ${text}` }))],
  [
    "reported frame",
    (text) =>
      disclosedError(
        Object.assign(new Error("broken"), {
          stack: `Error: broken\n    at ${text} (https://a.example/${text}?${text}:1:2)\n${text}@${text}:1:2`,
        }),
      ),
  ],
  ["tag and code", (text) => failuresOf({ _tag: text, code: text })],
  ["numeric code", (text) => failuresOf({ _tag: "Foreign", code: Number(`1${text.replace(/\D/g, "")}`) })],
]

const properties = (text: string): readonly AnalyticsEvent[] => [
  { event: "SEARCH_WALLET", properties: { search: text, badge: text } },
  { event: "SELECT_WALLET", properties: { name: text, platform: text as "mobile" } },
  { event: "CONNECT_SUCCESS", properties: { method: text as "mobile", name: text } },
  { event: "CONNECT_ERROR", properties: { message: text } },
  { event: "CONNECT_PROXY_ERROR", properties: { message: text, uri: text, mobile_link: `app://${text}`, name: text } },
  { event: "DISCONNECT_SUCCESS", properties: { namespace: text } },
  { event: "SWITCH_NETWORK", properties: { network: text } },
  { event: "EMAIL_VERIFICATION_CODE_FAIL", properties: { message: text } },
  { event: "SOCIAL_LOGIN_ERROR", properties: { provider: text as "google", message: text } },
  {
    event: "ERROR_FETCH_TRANSACTIONS",
    properties: { isSmartAccount: text as unknown as boolean, address: "", projectId: "", cursor: text },
  },
  {
    event: "SEND_ERROR",
    properties: { isSmartAccount: false, network: text, token: text, amount: "", message: text },
  },
  {
    event: "REGISTER_NAME_ERROR",
    properties: { isSmartAccount: false, ensName: "", error: text },
  },
  { event: "SELECT_BUY_PROVIDER", properties: { isSmartAccount: false, provider: text } },
  { event: "CONNECT_ERROR", properties: { message: "", [text]: text, another: text } as { message: string } },
]

/** Parts of the text's secrets that leak into any output. */
const leaks = (secret: Secret, draw: Draw): readonly string[] => {
  const text = draw.oneOf(sentences)(secret.text)
  const shown = [
    ...outputs.map(([what, output]) => [what, JSON.stringify(output(text))] as const),
    ...properties(text).map((event) => [event.event, JSON.stringify(disclosedEvent(event))] as const),
  ]
  return (
    shown
      // The position in the code at which a report is thrown is not secret.
      .filter(([, output]) => found(output.replace(/(:\d+){2}/g, ""), secret).length > 0)
      .map(([what, output]) => `${what}: ${secret.kind} ${JSON.stringify(text)} in ${output}`)
  )
}

describe(`Texts of wallets, nodes, services and sites (${attacks} cases of seed ${seed})`, () => {
  it("leak no secret in anything that leaves the page", () => {
    const leaked = draws(attacks, seed).flatMap((draw) => leaks(secretOf(draw), draw))
    tell("Secrets in texts", attacks, leaked)
  })

  it.each(secretsOfEachKind(draws(1, seed)[0] as Draw))("leak no $kind", (secret) => {
    for (const draw of draws(20, seed)) expect(leaks(secret, draw)).toEqual([])
  })

  it("are processed in time proportional to their length, however repetitive", () => {
    const parts = [
      "a",
      "a.",
      "a@",
      "1 ",
      "token",
      "abc ",
      "0x",
      "::",
      "https://",
      '"',
      "wc:",
      "-_",
      "=",
      "at (:1:1",
      "あ",
    ]
    for (const part of parts) {
      const text = part.repeat(Math.floor(19_000 / part.length))
      const begin = process.cpuUsage().user
      redact(text)
      disclosedError(new Error(text))
      expect([part, process.cpuUsage().user - begin < 2_000_000]).toEqual([part, true])
    }
  })
})
