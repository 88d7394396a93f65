import type {} from "../../src/elements.ts"

// React's JSX has the elements once a file imports `portico/elements`. `test/check/frameworks.ts` checks Vue's templates.
export const elements = (
  <>
    <portico-button namespace="solana" modal="second" disabled className="wide" ref={(button) => button?.click()} />
    <portico-account-button no-balance no-avatar onClick={(event) => event.preventDefault()} />
    <portico-network-button disabled={undefined} />
  </>
)

export const refused = [
  // @ts-expect-error: no such namespace.
  <portico-button key={1} namespace="ethereum" />,
  // @ts-expect-error: React 18 writes `false` as text, and the button is disabled.
  <portico-button key={2} disabled={false} />,
  // @ts-expect-error: the network button has no namespace.
  <portico-network-button key={3} namespace="solana" />,
  // @ts-expect-error: a text is not a flag.
  <portico-account-button key={4} no-balance="no" />,
]
