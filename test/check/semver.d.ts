/** The only function used of semver, which has no types. */
declare module "semver" {
  export const satisfies: (version: string, range: string) => boolean
  export const minVersion: (range: string) => { readonly version: string } | null
}
