import type { ComponentType } from "react"
import type { Route, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import type { Engine, ModalInstance } from "../../src/stub/instance.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { Connect, ConnectWallets } from "../connect/first-paint/Connect.tsx"
import { WalletHelpButton } from "../connect/first-paint/WalletHelpButton.tsx"
import type { FirstView, Later, TitleKey, TitleText, ViewRow, Views } from "../routes.tsx"
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { useModal, useText } from "../shared/first-paint/useModal.ts"

/** A view as the shell renders it. */
interface Drawn {
  readonly title: TitleKey | ((route: Route, instance: ModalInstance, text: TitleText) => string)
  readonly component: ComponentType<object>
  /** Component at the end of the header, before the close button. */
  readonly aside?: ComponentType<object> | undefined
}

/** The views whose components load with the modal. */
const firstViews: Readonly<Record<FirstView, Drawn | undefined>> = {
  Connect: {
    title: (_, instance, text) => {
      const { value } = wallets(instance).installed
      // The embedded wallet is the only connect method.
      const onlyEmail = value.length > 0 && value.every(({ type }) => type === "AUTH")
      return text(onlyEmail ? "connectEmailWallet" : "connectWallet")
    },
    component: Connect,
    aside: WalletHelpButton,
  },
  ConnectWallets: { title: "connectWallet", component: ConnectWallets },
}

/** Returns what the shell needs to render a route. Only the first views are known before the engine runs. */
export const useView = ({ name }: Route): Drawn | undefined => {
  const { instance } = useModal()
  const first = firstViews[name as FirstView]
  if (first) return first
  const row = laterOf(instance.running.value)?.views[name as keyof Views]
  // Each row takes the arguments of its own route.
  return row && drawnOf(name, row as unknown as ViewRow<"Account">)
}

/** Returns the title of a view, which is also the dialog's name. */
export const useTitle = (route: Route): string => {
  const { instance } = useModal()
  const title = useView(route)?.title ?? ""
  const later = laterOf(instance.running.peek())
  const text = useText<"titles">(later && { titles: later.titles })
  return typeof title === "string" ? text(title as TitleKey) : title(route, instance, text)
}

const laterOf = (engine: Engine | undefined) => engine?.later as Later | undefined

/** Returns a view that loads on demand. Its component stays the same, because React would otherwise start the view again. */
const drawnOf = (name: RouteName, row: ViewRow<"Account">): Drawn => {
  const { title, load, aside } = row
  const known = made.get(row) ?? {
    title: title as Drawn["title"],
    component: lazyView(load, name as "Account") as ComponentType<object>,
    aside: aside && (lazyView(aside, "Aside") as ComponentType<object>),
  }
  made.set(row, known)
  return known
}

const made = new WeakMap<object, Drawn>()
