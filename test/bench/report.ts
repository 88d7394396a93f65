/** One row of the table. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: "ms" | "kB" | "µs" | ""
  /** The same for the baseline, measured in the same rounds. */
  readonly baseline?: number
  /** Ratio of `value` to `baseline`. */
  readonly ratio?: number
  /** Upper limit of the ratio, or of the value if there is no ratio. Without a limit, the row is informative. */
  readonly budget?: number
  /** Spread of the rounds. */
  readonly spread?: string
}

/** Result of a part: figures, and what to look at if one is over its budget. */
export interface Findings {
  readonly figures: readonly Figure[]
  readonly notes?: readonly string[]
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.round((numbers.length - 1) * share)] ?? Number.NaN

/** Interquartile range of the rounds. */
export const spreadOf = (numbers: readonly number[]): string =>
  `${written(quantile(numbers, 0.25))}–${written(quantile(numbers, 0.75))}`

/**
 * A figure compared with its baseline. The ratio is the median of the rounds' ratios, since other load on the machine varies between
 * rounds.
 */
export const compared = (
  name: string,
  values: readonly number[],
  baselines: readonly number[],
  budget?: number,
): Figure => {
  const ratios = values.map((value, round) => value / (baselines[round] ?? Number.NaN))
  return {
    name,
    unit: "ms",
    value: median(values),
    baseline: median(baselines),
    ratio: median(ratios),
    spread: spreadOf(ratios),
    ...(budget === undefined ? {} : { budget }),
  }
}

export const isOver = ({ ratio, value, budget }: Figure): boolean => {
  if (budget === undefined) return false
  const judged = ratio ?? value
  // NaN is never within a budget.
  return !(judged <= budget)
}

export const lineOf = (figure: Figure): string => {
  const { name, value, unit, baseline, ratio, budget, spread = "" } = figure
  const optional = (number: number | undefined) => (number === undefined ? "" : written(number))
  const verdict = budget === undefined ? "" : isOver(figure) ? "OVER" : "ok"
  return [
    name.padEnd(58),
    `${written(value)} ${unit}`.padEnd(10),
    optional(baseline).padStart(8),
    optional(ratio).padStart(7),
    optional(budget).padStart(7),
    verdict.padEnd(5),
    spread,
  ].join(" ")
}

export const heading = [
  "".padEnd(58),
  "median".padEnd(10),
  "baseline".padStart(8),
  "ratio".padStart(7),
  "budget".padStart(7),
  "".padEnd(5),
  "middle half (of ratios)",
].join(" ")

const written = (number: number): string =>
  Number.isInteger(number) || Math.abs(number) >= 100
    ? String(Math.round(number))
    : number.toFixed(Math.abs(number) < 10 ? 2 : 1)
