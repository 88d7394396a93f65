import { encode } from "uqr"

/** Modules of a QR code without a quiet zone, row by row; true is dark. `long` texts get level M, others Q. */
export const encodeQr = (text: string, long: boolean): readonly (readonly boolean[])[] =>
  encode(text, { ecc: long ? "M" : "Q", border: 0 }).data
