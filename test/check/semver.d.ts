/** The one function that is used of semver, which comes without types. */
declare module "semver" {
  export const satisfies: (version: string, range: string) => boolean
  export const minVersion: (range: string) => { readonly version: string } | null
}
