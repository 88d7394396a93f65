import { Component, CUSTOM_ELEMENTS_SCHEMA, DestroyRef, inject, signal } from "@angular/core"
import { modal } from "./modal"

@Component({
  selector: "site-root",
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <portico-button></portico-button>
    <portico-account-button></portico-account-button>
    <output>{{ address() ?? "Not connected" }}</output>
  `,
})
export class App {
  protected readonly address = signal<string | undefined>(undefined)

  constructor() {
    inject(DestroyRef).onDestroy(modal.state.address.subscribe((value) => this.address.set(value)))
  }
}
