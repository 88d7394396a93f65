import { disclosedAddress, disclosedEvent, disclosedPage } from "../../src/telemetry/model/disclosure.ts"
import { redactNetwork } from "../../src/telemetry/model/redact.ts"
import type { AnalyticsEvent, EventBody } from "../../src/telemetry/opening/model.ts"

/** The active account and network at the time of an event. */
export interface Who {
  readonly address: string | undefined
  readonly caipNetworkId: string | undefined
}

/** A recorded event, before it is redacted. */
export interface Noted {
  readonly type: EventBody["props"]["type"]
  readonly event: AnalyticsEvent
  /** Time of the event, in ms since the Unix epoch. */
  readonly at: number
  /** URL of the page at the time of the event. */
  readonly url: string
  readonly who: Who
}

/** Returns the redacted body to post for an event (specification section 7). */
export const bodyOf = ({ type, event: noted, at, url, who }: Noted): EventBody => {
  const { event, properties } = disclosedEvent(noted)
  const address = disclosedAddress(who.address)
  return {
    eventId: uuid(),
    url: disclosedPage(url),
    domain: new URL(url).hostname,
    timestamp: at,
    props: {
      type,
      event,
      ...(address === undefined ? {} : { address }),
      properties: {
        ...properties,
        caipNetworkId: who.caipNetworkId === undefined ? undefined : redactNetwork(who.caipNetworkId),
      },
    },
  }
}

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts. */
const uuid = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte))
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
