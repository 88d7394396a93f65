/** The package has types only for its root, from which bundlers cannot drop unused code. */
declare module "tldts/dist/index.esm.min.js" {
  export { getDomain } from "tldts"
}
