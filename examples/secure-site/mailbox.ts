import { broadcast, onNote } from "./post.ts"

const mails = document.querySelector("#mails") as HTMLElement

onNote(({ type, to, code }) => {
  if (type !== "mail") return
  const line = document.createElement("li")
  line.textContent = `${to}: ${code}`
  mails.prepend(line)
  ;(document.querySelector("#none") as HTMLElement).hidden = true
})

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-confirm]"))
  button.addEventListener("click", () => broadcast({ type: "confirmed", what: button.dataset.confirm ?? "" }))
