const query = new URLSearchParams(location.search)
const form = document.querySelector("#who") as HTMLFormElement
;(document.querySelector("#provider") as HTMLElement).textContent = query.get("provider")

form.addEventListener("submit", (event) => {
  event.preventDefault()
  const result = new URL("/result", location.origin)
  result.searchParams.set("provider", query.get("provider") ?? "")
  for (const [name, value] of new FormData(form)) if (value !== "") result.searchParams.set(name, String(value))
  // The service would name the page that opened it; this one cannot.
  window.opener?.postMessage({ resultUri: result.href }, "*")
})
// Before the listener is set, submitting the form would reload this page and lose the login.
for (const button of form.querySelectorAll("button")) button.disabled = false
