import type { Namespace } from "./options/namespaces.ts"

/** Attributes of every Portico element. Some frameworks write `false` as text, which the elements treat like an absent attribute. */
export interface ElementAttributes {
  /** ID of the modal. Defaults to the first modal of the page. */
  readonly modal?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Attributes of `<portico-button>`. */
export interface ButtonAttributes extends ElementAttributes {
  /** Limits the wallets offered to this namespace. */
  readonly namespace?: Namespace | undefined
}

/** Attributes of `<portico-account-button>`. */
export interface AccountButtonAttributes extends ElementAttributes {
  readonly "no-balance"?: boolean | undefined
  readonly "no-avatar"?: boolean | undefined
}

// A site may lack React's types, Vue or Svelte. With `@ts-ignore`, TypeScript then ignores the declarations below instead of reporting a
// missing package.

// biome-ignore lint/suspicious/noTsIgnore: with React's types there is no error to expect.
/** @ts-ignore */
type ReactAttributes = import("react").HTMLAttributes<HTMLElement> & import("react").RefAttributes<HTMLElement>

// biome-ignore lint/suspicious/noTsIgnore: with React's types there is no error to expect.
/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "portico-button": ReactAttributes & ButtonAttributes
      "portico-account-button": ReactAttributes & AccountButtonAttributes
      "portico-network-button": ReactAttributes & ElementAttributes
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: with Vue there is no error to expect.
/** @ts-ignore */
type VueAttributes = import("vue").HTMLAttributes & import("vue").ReservedProps

/** Type of an element in a Vue template. Attribute names are in camel case, and `onPorticoOpen` is the listener set by `@portico-open`. */
type VueElement<Attributes> = new () => {
  $props: VueAttributes & Attributes & { readonly onPorticoOpen?: ((event: CustomEvent<null>) => void) | undefined }
}

// biome-ignore lint/suspicious/noTsIgnore: with Vue there is no error to expect.
/** @ts-ignore */
declare module "vue" {
  interface GlobalComponents {
    "portico-button": VueElement<ButtonAttributes>
    "portico-account-button": VueElement<
      ElementAttributes & { readonly noBalance?: boolean | undefined; readonly noAvatar?: boolean | undefined }
    >
    "portico-network-button": VueElement<ElementAttributes>
  }
}

// biome-ignore lint/suspicious/noTsIgnore: with Svelte there is no error to expect.
/** @ts-ignore */
type SvelteAttributes = import("svelte/elements").HTMLAttributes<HTMLElement>

/** Type of an element in a Svelte component, with its listener in the syntax of Svelte 5 and of Svelte 4. */
type SvelteElement<Attributes> = SvelteAttributes &
  Attributes & {
    readonly "onportico-open"?: ((event: CustomEvent<null>) => void) | undefined
    readonly "on:portico-open"?: ((event: CustomEvent<null>) => void) | undefined
  }

// biome-ignore lint/suspicious/noTsIgnore: with Svelte there is no error to expect.
/** @ts-ignore */
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "portico-button": SvelteElement<ButtonAttributes>
    "portico-account-button": SvelteElement<AccountButtonAttributes>
    "portico-network-button": SvelteElement<ElementAttributes>
  }
}
