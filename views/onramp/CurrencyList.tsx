import { type ReactNode, useState } from "react"
import { chooseCurrency, prepareBuying } from "../../src/onramp/operations.ts"
import { useModal, useTask } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Search } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"

/** List to choose a currency from, with a search field if it is long. */
export function CurrencyList({ kind, of, chosen, search, none }: CurrencyListProps) {
  const { run, text } = useModal()
  const [wanted, setWanted] = useState("")
  useTask(prepareBuying, [])
  const found = of.filter(({ words }) => words.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <div className={frame()}>
      {of.length >= searchFrom && (
        <SearchField name={search} clear={text("clear")} value={wanted} onInput={setWanted} />
      )}
      {of.length === 0 ? (
        <RowGroup>
          <div aria-busy="true">
            <SkeletonRows count={2} round="full" />
          </div>
        </RowGroup>
      ) : found.length === 0 ? (
        <EmptyState icon={Search} heading={none} />
      ) : (
        <RowGroup list label={search}>
          {found.map(({ id, name, second, logo }) => (
            <li key={id}>
              <Row
                logo={logo}
                second={second}
                selected={id === chosen}
                data-currency={id}
                onClick={() => run(chooseCurrency(kind, id))}
              >
                {name}
              </Row>
            </li>
          ))}
        </RowGroup>
      )}
    </div>
  )
}

interface CurrencyListProps {
  readonly kind: "purchase" | "payment"
  readonly of: readonly {
    readonly id: string
    readonly name: string
    readonly second?: string
    /** Text that the search looks in. */
    readonly words: string
    readonly logo: ReactNode
  }[]
  readonly chosen: string | undefined
  readonly search: string
  readonly none: string
}

/** Minimum number of currencies for which a search field is shown. */
const searchFrom = 8

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
