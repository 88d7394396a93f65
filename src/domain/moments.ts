import { display } from "./display.ts"
import { kept, spoken } from "./numbers.ts"
import { minute, second } from "./openingLimits.ts"

/** The last time that a `Date` has, in ms since the Unix epoch. */
export const lastMoment = 8.64e15

/** How long ago something was: a unit and how many of it, which a message puts into words. */
export interface RelativeTime {
  readonly unit: "second" | "minute" | "hour" | "day" | "month" | "year"
  readonly count: number
}

/** How long ago `then` was; both in milliseconds since 1970. What lies ahead counts as now. */
export const relativeTime = (then: number, now: number): RelativeTime => {
  const ago = Math.max(0, now - then)
  const step = steps.find(({ under }) => ago < under) ?? lastStep
  return { unit: step.unit, count: "one" in step ? 1 : Math.round(ago / lengths[step.unit]) }
}

/** How long ago something was, in words: "2 hours ago", or short "2h ago"; what was a moment ago is "now". Both in milliseconds since 1970. */
export const formatAgo = (
  then: number,
  now: number,
  locale: string = display.locale,
  style: "long" | "narrow" = "long",
): string => {
  const { unit, count } = relativeTime(then, now)
  const words = spoken(locale, (known) => new Intl.RelativeTimeFormat(known, { numeric: "auto", style }))
  return words.format(unit === "second" ? 0 : -count, unit)
}

/** What is left of a time in milliseconds, as minutes and seconds: "1:05"; the second that has begun counts. */
export const formatLeft = (left: number): string => {
  const seconds = Math.max(0, Math.ceil(left / second))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** A number of seconds in words, as "60 seconds". */
export const formatSeconds = (count: number, locale: string = display.locale): string =>
  spoken(
    locale,
    (known) => new Intl.NumberFormat(known, { style: "unit", unit: "second", unitDisplay: "long" }),
  ).format(count)

/** A moment (ISO 8601) as a date and a time of day; a text that is none stays as it is. */
export const formatMoment = (time: string, locale: string = display.locale): string => {
  const at = Date.parse(time)
  if (Number.isNaN(at)) return time
  return spoken(locale, (known) => new Intl.DateTimeFormat(known, { dateStyle: "medium", timeStyle: "short" })).format(
    at,
  )
}

/** The day of a moment (ISO 8601) without its year, as "28 Oct"; by the reader's own calendar. */
export const formatDay = (time: string, locale: string = display.locale): string => {
  const words = kept(
    "day",
    locale,
    (known) => new Intl.DateTimeFormat(known, { day: "numeric", month: "short", timeZone }),
  )
  const then = new Date(time)
  const at = Date.UTC(then.getFullYear(), then.getMonth(), then.getDate())
  const { day, month } = Object.fromEntries(words.formatToParts(at).map(({ type, value }) => [type, value]))
  // Americans alone put the month first, and read it this way too.
  return words.resolvedOptions().locale === "en-US" ? `${day} ${month}` : words.format(at)
}

/** A month by its name, with its year where that is not this one. `month` counts from 0, `now` is in milliseconds since 1970. */
export const formatMonth = (year: number, month: number, now: number, locale: string = display.locale): string => {
  const same = new Date(now).getFullYear() === year
  const options: Intl.DateTimeFormatOptions = { month: "long", ...(!same && { year: "numeric" }), timeZone }
  const words = kept(same ? "month" : "month of a year", locale, (known) => new Intl.DateTimeFormat(known, options))
  return words.format(Date.UTC(year, month))
}

/** Of days by the reader's own calendar, which we count ourselves. */
const timeZone = "UTC"

const hour = 60 * minute
const day = 24 * hour
const lengths = { second, minute, hour, day, month: 30.436875 * day, year: 365.2425 * day }

/** How far each wording reaches; `one` says that it counts as one of its unit. */
const steps = [
  { under: 45 * second, unit: "second" },
  { under: 90 * second, unit: "minute", one: true },
  { under: 45 * minute, unit: "minute" },
  { under: 90 * minute, unit: "hour", one: true },
  { under: 22 * hour, unit: "hour" },
  { under: 36 * hour, unit: "day", one: true },
  { under: 26 * day, unit: "day" },
  { under: 46 * day, unit: "month", one: true },
  { under: 11 * lengths.month, unit: "month" },
  { under: 18 * lengths.month, unit: "year", one: true },
] as const
const lastStep = { unit: "year" } as const
