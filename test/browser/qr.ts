import type { Locator } from "@playwright/test"
import { encode } from "uqr"

/** The part of a QR code that has no finder and no logo, as lines of text: the left third, without its ends. */
const part = (rows: readonly string[]): readonly string[] =>
  rows.slice(7, -7).map((row) => row.slice(0, rows.length / 3))

/** This part of a picture of a QR code. */
export const drawn = async (picture: Locator): Promise<readonly string[]> => {
  const size = Number((await picture.locator("svg").first().getAttribute("viewBox"))?.split(" ")[2])
  const rows = Array.from({ length: size }, () => Array<string>(size).fill(" "))
  const path = String(await picture.locator("svg > path").first().getAttribute("d"))
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    rows[Number(y)]?.fill("#", Number(x), Number(x) + Number(run))
  return part(rows.map((row) => row.join("")))
}

/** This part of the QR code for a text. */
export const codeOf = (text: string, ecc: "M" | "Q"): readonly string[] =>
  part(encode(text, { ecc, border: 0 }).data.map((row) => row.map((dark) => (dark ? "#" : " ")).join("")))
