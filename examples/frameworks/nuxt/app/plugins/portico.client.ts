import { defineElements } from "portico/elements"

export default defineNuxtPlugin(() => {
  defineElements(modal)
})
