import { bootstrapApplication } from "@angular/platform-browser"
import { defineElements } from "portico/elements"
import { App } from "./app"
import { modal } from "./modal"

defineElements(modal)
bootstrapApplication(App).catch((error) => console.error(error))
