import type {} from "../../src/elements.ts"

// React's JSX has the elements once a file imports `portico/elements`. `test/check/frameworks.ts` checks Vue's and
// Svelte's templates.
export const elements = (
  <>
    <portico-button namespace="solana" modal="second" disabled className="wide" ref={(button) => button?.click()} />
    <portico-account-button no-balance no-avatar onClick={(event) => event.preventDefault()} />
    <portico-network-button disabled={undefined} />
    <portico-account-button disabled={false} no-balance={false} />
  </>
)

export const refused = [
  // @ts-expect-error: no such namespace.
  <portico-button key={1} namespace="ethereum" />,
  // @ts-expect-error: the network button has no namespace.
  <portico-network-button key={2} namespace="solana" />,
  // @ts-expect-error: a text is not a flag.
  <portico-account-button key={3} no-balance="no" />,
]
