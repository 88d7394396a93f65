/** The package has types for its root only, which bundlers cannot keep small. */
declare module "tldts/dist/index.esm.min.js" {
  export { getDomain } from "tldts"
}
