import { type ReactNode, Suspense } from "react"
import { login } from "../../../src/embedded/first-paint/state.ts"
import { lazyView } from "../../shared/first-paint/lazyView.ts"
import { useModal, useSlice } from "../../shared/first-paint/useModal.ts"
import { css } from "../../styles/stitches.ts"

/** Container of the connect methods. Disables them until the visitor accepts the terms, if the site requires that. */
export function RequireTerms({ children }: { readonly children: ReactNode }) {
  const { core, options } = useModal()
  const { agreed } = useSlice(login)
  const isRequired =
    core.features.value.legalCheckbox && Boolean(options.termsConditionsUrl || options.privacyPolicyUrl)
  const locked = isRequired && !agreed.value
  return (
    <>
      {isRequired && (
        <Suspense fallback={null}>
          <Terms />
        </Suspense>
      )}
      <fieldset
        className={ways({ locked })}
        aria-disabled={locked || undefined}
        // React 18 and 19 write the attribute differently, so the property is set.
        ref={(group) => {
          if (group) group.inert = locked
        }}
      >
        {children}
      </fieldset>
    </>
  )
}

const Terms = lazyView(() => import("../Terms.tsx"), "Terms")

const ways = css({
  display: "flex",
  flexDirection: "column",
  gap: "8px",
  minInlineSize: 0,
  margin: 0,
  padding: 0,
  border: 0,
  variants: { locked: { true: { opacity: 0.5 } } },
})
