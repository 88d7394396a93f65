import { defineElements } from "portico/elements"
import { createApp } from "vue"
import App from "./App.vue"
import { modal } from "./modal"
import "portico/buttons.css"

defineElements(modal)
createApp(App).mount("#app")
