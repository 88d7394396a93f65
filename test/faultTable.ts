import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

// Writes the table of `npm run test:faults` into the documentation.

const folder = "test-results/faults"
const page = "examples/docs/reference/faults.md"
const rows = readdirSync(folder)
  .sort()
  .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
  .filter((row) => row !== "")
  .map((row) => row.split("\t") as [state: string, service: string, fault: string, outcome: string])

const unique = (values: readonly string[]) => [...new Set(values)]
const services = unique(rows.map(([, service]) => service)).sort()
const faults = unique(rows.map(([, , fault]) => fault))

/** Outcomes of a fault in the states that use a service, the most frequent one first. */
const cell = (service: string, fault: string): string => {
  const outcomes = rows.filter((row) => row[1] === service && row[2] === fault).map(([, , , outcome]) => outcome)
  if (outcomes.length === 0) return "not possible"
  const counts = unique(outcomes).map((one) => [one, outcomes.filter((other) => other === one).length] as const)
  return counts
    .sort(([, one], [, other]) => other - one)
    .map(([outcome, count]) => `${outcome.replace(/^after "(.*)"$/, "*$1*")} (${count})`)
    .join("; ")
}
const table = [
  ["Service", ...faults],
  ["---", ...faults.map(() => "---")],
].concat(services.map((service) => [`\`${service}\``, ...faults.map((fault) => cell(service, fault))]))
const text = readFileSync(page, "utf8")
const [before, , after] = text.split(/<!-- (?:begin|end) of the table -->/)
const drawn = table.map((line) => `| ${line.join(" | ")} |`).join("\n")
const count = `${rows.length} combinations of ${unique(rows.map(([state]) => state)).length} states, ${services.length} services and ${faults.length} faults.`
writeFileSync(page, `${before}<!-- begin of the table -->\n${count}\n\n${drawn}\n<!-- end of the table -->${after}`)
console.log(count)
