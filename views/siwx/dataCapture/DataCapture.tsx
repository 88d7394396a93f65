import { useState } from "react"
import { emailFrom } from "../../../src/core/first-paint/limits.ts"
import { giveEmail, loadRecentEmails, skipEmail } from "../../../src/siwx/flows/dataCapture.ts"
import { dataCapture } from "../../../src/siwx/state.ts"
import { EmailInput } from "../../embedded/first-paint/EmailInput.tsx"
import dataCaptureMessages from "../../locales/en/dataCapture.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../../shared/first-paint/useModal.ts"
import { useSubmission } from "../../shared/first-paint/useSubmission.ts"
import { css } from "../../styles/stitches.ts"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Mail } from "../../ui/icons.tsx"
import { Row } from "../../ui/Row.tsx"
import { RowGroup } from "../../ui/RowGroup.tsx"
import { SectionHead } from "../../ui/SectionHead.tsx"
import { Sentence } from "../../ui/Text.tsx"

/** Form for the email address that the project requests at sign-in. The visitor can skip an optional request. */
export function DataCapture() {
  const { core, run, site: siteOf } = useModal()
  const site = siteOf()
  const text = useText({ dataCapture: dataCaptureMessages })
  const { recent, sending } = useSlice(dataCapture)
  const [email, setEmail] = useState("")
  const { busy, failed, changed } = useSubmission(sending)
  useTask(() => loadRecentEmails, [])

  const ready = email.trim().length >= emailFrom
  const optional = core.remoteFeatures.value.emailCapture === true
  const type = (next: string) => {
    setEmail(next)
    changed()
  }
  const hint = optional ? "captureOptional" : "captureRequired"
  return (
    <form
      noValidate
      className={frame()}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) run(giveEmail(email))
      }}
    >
      <div className={words()}>
        <Sentence>{site.name ? text(hint, { site: site.name }) : text(`${hint}Here`)}</Sentence>
      </div>
      <EmailInput value={email} onInput={type} failed={failed} disabled={busy} />
      {/* biome-ignore lint/a11y/useSemanticElements: these buttons fill one field, so they are not a set of fields. */}
      <div className={suffixes()} role="group" aria-label={text("mailServices")}>
        {services.map((service) => (
          <Button key={service} size="small" disabled={busy} onClick={() => type(at(email, service))}>
            <bdi dir="ltr">@{service}</bdi>
          </Button>
        ))}
      </div>
      {recent.value.length > 0 && (
        <div>
          <SectionHead>{text("usedBefore")}</SectionHead>
          <RowGroup>
            {recent.value.map((one) => (
              <Row key={one} logo={<Icon of={Mail} />} disabled={busy} onClick={() => run(giveEmail(one))}>
                <bdi>{one}</bdi>
              </Row>
            ))}
          </RowGroup>
        </div>
      )}
      <Button kind="primary" submit busy={busy} disabled={!ready}>
        {text("continue")}
      </Button>
      {optional && (
        <Button kind="plain" quiet disabled={busy} onClick={() => run(skipEmail)}>
          {text("skip")}
        </Button>
      )}
      <Sentence kind="caption" center>
        {text("closingDisconnects")}
      </Sentence>
    </form>
  )
}

/** Replaces everything after the @ with an email provider's domain. */
const at = (email: string, service: string): string => `${email.trim().split("@")[0]}@${service}`

const services = ["gmail.com", "outlook.com", "yahoo.com", "hotmail.com", "aol.com", "icloud.com", "zoho.com"] as const

const frame = css({ display: "flex", flexDirection: "column", gap: "12px", padding: "0 8px 16px" })

const words = css({ padding: "0 12px" })

const suffixes = css({ display: "flex", flexWrap: "wrap", gap: "8px" })
