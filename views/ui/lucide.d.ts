/** The package only types its root, which has every icon. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const drawing: import("./Icon.tsx").Drawing
  export default drawing
}
