import { encode } from "uqr"

/**
 * Returns the modules of a QR code without a quiet zone, row by row; true is dark. With `long`, the code has error
 * correction level M, otherwise Q.
 */
export const encodeQr = (text: string, long: boolean): readonly (readonly boolean[])[] =>
  encode(text, { ecc: long ? "M" : "Q", border: 0 }).data
