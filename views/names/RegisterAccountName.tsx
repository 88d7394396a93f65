import { type FormEvent, useState } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { names as limits } from "../../src/names/limits.ts"
import { mayRegister, suffix, typedName } from "../../src/names/model.ts"
import { learnNames, registerChosen, suggest } from "../../src/names/operations.ts"
import { names as slice } from "../../src/names/state.ts"
import namesMessages from "../locales/en/names.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { VisuallyHidden } from "../shared/LiveRegion.tsx"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Named } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { Sentence } from "../ui/Text.tsx"
import { TextField } from "../ui/TextField.tsx"

/** Form to register a name, which is typed or chosen from suggestions. Requires the wallet's signature. */
export function RegisterAccountName() {
  const { core, run } = useModal()
  const text = useText({ names: namesMessages })
  const { possible } = useSlice(actions)
  const { suggestions, registering, owned } = useSlice(slice)
  const [typed, setTyped] = useState("")
  const address = core.address.value
  useTask(learnNames, [address])
  useTask(() => suggest(typed), [typed])
  if (!possible("names"))
    return (
      <div className={frame()}>
        <EmptyState icon={Named} heading={text("noNames")}>
          {text("noNamesHint")}
        </EmptyState>
      </div>
    )

  const full = `${typed}${suffix}`
  const state = suggestions.value.status
  const listed = state === "loaded" ? (latest(suggestions.value) ?? []) : []
  const exact = listed.find(({ name }) => name === full)
  const mine = latest(owned.value)
  const own = mine?.of === address ? mine?.records[0]?.name : undefined
  const busy = registering.value.status === "loading"
  const free = state === "failed" || exact?.registered === false
  const ready = mayRegister(typed) && own === undefined && free && core.online.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !busy) run(registerChosen(typed))
  }
  const wrong = () => {
    if (own !== undefined) return text("ownsName", { name: own })
    if (!core.online.value) return text("offline")
    if (typed !== "" && !mayRegister(typed)) return text("tooShort", { count: limits.minLength })
    return exact?.registered ? text("nameTaken") : undefined
  }
  return (
    <form className={frame()} onSubmit={submit}>
      <TextField
        name={text("name")}
        value={typed}
        onInput={(next) => setTyped(typedName(next))}
        suffix={suffix}
        busy={state === "loading"}
        error={wrong()}
        disabled={busy}
        autoFocus
        autoComplete="off"
        maxLength={longest}
        data-input="name"
      />
      {mayRegister(typed) && state === "loading" && (
        <div aria-busy="true">
          <SectionHead>{text("suggestions")}</SectionHead>
          <RowGroup hair="start">
            <SkeletonRows count={4} round="none" />
          </RowGroup>
        </div>
      )}
      {listed.length > 0 && (
        <div>
          <SectionHead>{text("suggestions")}</SectionHead>
          <RowGroup label={text("suggestions")} hair="start" list>
            {listed.map(({ name, registered }) => (
              <li key={name}>
                <Row
                  disabled={registered || busy}
                  selected={name === full && !registered}
                  second={registered ? text("registered") : undefined}
                  data-name={name}
                  onClick={() => setTyped(typedName(name))}
                >
                  {name}
                </Row>
              </li>
            ))}
          </RowGroup>
        </div>
      )}
      <Button kind="primary" submit busy={busy} disabled={!ready}>
        {busy ? text("approveInWallet") : ready ? text("register", { name: full }) : text("registerAny")}
      </Button>
      <VisuallyHidden>{busy && text("approveInWallet")}</VisuallyHidden>
      <Sentence kind="legal" center>
        {text("signHint")}
      </Sentence>
    </form>
  )
}

const longest = 40

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
