import { encode } from "uqr"

/** The modules of a QR code without a quiet zone, line by line; true is dark. `long` texts get level M, others Q. */
export const encodeQr = (text: string, long: boolean): readonly (readonly boolean[])[] =>
  encode(text, { ecc: long ? "M" : "Q", border: 0 }).data
