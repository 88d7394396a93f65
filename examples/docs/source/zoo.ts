import { zoo } from "../../../src/testing/zoo.ts"

/** Generates the page of wallets that deviate from the standards. */
export const zooPage = (): { readonly topic: string; readonly content: string } => ({
  topic: "zoo",
  content: [
    "# Wallets that deviate",
    "Real wallets deviate from the standards. `zoo` of `portico/testing` has a demo wallet for each of these deviations, and Portico's own tests run its operations over all of them. The [testing guide](../guide/testing#real-wallets) shows how to run yours.",
    [
      "| Wallet | Deviation | Operations that do not succeed | Report |",
      "| --- | --- | --- | --- |",
      ...zoo.map(({ name, deviation, outcome, source }) =>
        row(name, deviation, outcomes(outcome), `[${source.split("/").slice(3).join("/")}](${source})`),
      ),
    ].join("\n"),
    "Operations that are `pending` wait for the wallet. The visitor can cancel them, disconnect or choose another wallet.",
  ].join("\n\n"),
})

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`

const outcomes = (outcome: (typeof zoo)[number]["outcome"]) =>
  Object.entries(outcome)
    .map(([step, end]) => `\`${step}\`: \`${end}\``)
    .join(", ")
