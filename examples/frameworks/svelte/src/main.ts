import { defineElements } from "portico/elements"
import { mount } from "svelte"
import App from "./App.svelte"
import { modal } from "./modal"
import "portico/buttons.css"

defineElements(modal)
const target = document.querySelector("#app")
if (target) mount(App, { target })
