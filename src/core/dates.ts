import { decimalsShown } from "./first-paint/display.ts"
import { kept, withLocale } from "./first-paint/formatNumber.ts"
import { minute, second } from "./first-paint/limits.ts"

/** Latest time that a `Date` can represent, in ms since the Unix epoch. */
export const lastMoment = 8.64e15

/** Elapsed time as a number of units, for use in a message. */
export interface RelativeTime {
  readonly unit: "second" | "minute" | "hour" | "day" | "month" | "year"
  readonly count: number
}

/** Computes the time elapsed from `then` to `now`, both in ms since the Unix epoch. A future `then` counts as now. */
export const relativeTime = (then: number, now: number): RelativeTime => {
  const ago = Math.max(0, now - then)
  const step = steps.find(({ under }) => ago < under) ?? lastStep
  return { unit: step.unit, count: "one" in step ? 1 : Math.round(ago / lengths[step.unit]) }
}

/**
 * Formats the time elapsed, such as "2 hours ago", or "2h ago" in the narrow style. Returns "now" for less than 45 s. Both times are in ms
 * since the Unix epoch.
 */
export const formatRelative = (
  then: number,
  now: number,
  locale: string = decimalsShown.locale,
  style: "long" | "narrow" = "long",
): string => {
  const { unit, count } = relativeTime(then, now)
  const words = withLocale(locale, (known) => new Intl.RelativeTimeFormat(known, { numeric: "auto", style }))
  return words.format(unit === "second" ? 0 : -count, unit)
}

/** Formats remaining milliseconds as minutes and seconds, such as "1:05", rounded up to a full second. */
export const formatRemaining = (left: number): string => {
  const seconds = Math.max(0, Math.ceil(left / second))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** Formats a number of seconds, such as "60 seconds". */
export const formatSeconds = (count: number, locale: string = decimalsShown.locale): string =>
  withLocale(
    locale,
    (known) => new Intl.NumberFormat(known, { style: "unit", unit: "second", unitDisplay: "long" }),
  ).format(count)

/** Formats a date and time (ISO 8601). Returns invalid text unchanged. */
export const formatDateTime = (time: string, locale: string = decimalsShown.locale): string => {
  const at = Date.parse(time)
  if (Number.isNaN(at)) return time
  return withLocale(
    locale,
    (known) => new Intl.DateTimeFormat(known, { dateStyle: "medium", timeStyle: "short" }),
  ).format(at)
}

/**
 * Formats the day of an ISO 8601 time without its year, such as "28 Oct", in the visitor's time zone. Returns invalid text unchanged.
 */
export const formatDay = (time: string, locale: string = decimalsShown.locale): string => {
  const words = kept(
    "day",
    locale,
    (known) => new Intl.DateTimeFormat(known, { day: "numeric", month: "short", timeZone }),
  )
  const then = new Date(time)
  if (Number.isNaN(then.getTime())) return time
  const at = Date.UTC(then.getFullYear(), then.getMonth(), then.getDate())
  const { day, month } = Object.fromEntries(words.formatToParts(at).map(({ type, value }) => [type, value]))
  // US English puts the month first, but the day first is understood there too.
  return words.resolvedOptions().locale === "en-US" ? `${day} ${month}` : words.format(at)
}

/** Formats a month by name, with its year unless it is the current one. `month` counts from 0, and `now` is in ms since the Unix epoch. */
export const formatMonth = (
  year: number,
  month: number,
  now: number,
  locale: string = decimalsShown.locale,
): string => {
  const same = new Date(now).getFullYear() === year
  const options: Intl.DateTimeFormatOptions = { month: "long", ...(!same && { year: "numeric" }), timeZone }
  const words = kept(same ? "month" : "month of a year", locale, (known) => new Intl.DateTimeFormat(known, options))
  return words.format(Date.UTC(year, month))
}

/** Local dates are passed as if they were UTC, so formatting must not shift them. */
const timeZone = "UTC"

const hour = 60 * minute
const day = 24 * hour
const lengths = { second, minute, hour, day, month: 30.436875 * day, year: 365.2425 * day }

/** Upper limit of each unit, in ms. `one`: the count is 1. */
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
