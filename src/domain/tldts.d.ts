/** The package types its root only, whose modules bundlers cannot keep small. */
declare module "tldts/dist/index.esm.min.js" {
  export { getDomain } from "tldts"
}
