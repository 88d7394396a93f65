import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-core"
import english from "../../views/locales/en/buttons.json" with { type: "json" }
import { type Identicon, identicon } from "../account/model/identicon.ts"
import { account } from "../account/state/account.ts"
import { shownBalance } from "../balances/model/nativeBalance.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import { slice } from "../core/first-paint/slice.ts"
import { translate } from "../core/first-paint/translate.ts"
import { writeDecimal } from "../core/formatAmount.ts"
import { truncateAddress } from "../core/truncate.ts"
import { chainImageOf } from "../options/chainImageOf.ts"
import type { ModalContext } from "../stub/context.ts"

/**
 * Content of the connect button. `busy`: whether a wallet is connecting, or a connection of an earlier visit is being restored. `texts`:
 * all texts that the button can have, so its width can stay fixed.
 */
export interface ConnectFace {
  readonly busy: boolean
  readonly text: string
  readonly texts: readonly string[]
}

/** Content of the account button. `name`: the account's name, or else its shortened address. `named`: whether the account has a name. */
export interface AccountFace {
  readonly label: string
  readonly name: string
  readonly named: boolean
  readonly address: string
  /** URL of the account's own image. `undefined` if it has none. */
  readonly avatar: string | undefined
  /** Generated avatar, shown if `avatar` is `undefined`. */
  readonly arches: Identicon
  /** Native balance with its symbol. `undefined` until known. */
  readonly balance: string | undefined
}

/**
 * Content of the network button. `status`: whether a network is active, none is active yet, or the active one is not supported by the site.
 */
export interface NetworkFace {
  readonly status: "network" | "none" | "unsupported"
  readonly label: string
  readonly text: string
  readonly image: string | undefined
}

/** Content of the buttons on the page, both in React and as custom elements. The `messages` option can override each text by its key. */
export const buttons = slice((instance) => {
  const { core, options } = instance
  const { balance, identity } = account(instance)
  const refreshed = whileConnected(instance)
  const spoken = signal(undefined, { watched: () => void instance.loadLanguage() })
  const say = (key: keyof typeof english): string => {
    void spoken.value
    return translate(
      key,
      { buttons: english },
      {
        messages: options.messages,
        locale: core.locale.value,
        language: core.language.value,
      },
    )
  }

  const connect = computed((): ConnectFace => {
    const busy = core.connecting.value || core.restoring.value
    const texts = [say("connectWallet"), say("connecting")]
    return { busy, text: texts[busy ? 1 : 0] ?? "", texts }
  })

  const accountFace = computed((): AccountFace | undefined => {
    const address = core.address.value
    if (address === undefined) return undefined
    void refreshed.value
    const network = core.network.value
    const known = latest(identity.value)
    const mine = known?.of === address ? known : undefined
    const native = latest(balance.value)
    const amount =
      native?.of === address && native.on === network?.caipNetworkId
        ? writeDecimal(shownBalance(native.amount, network), core.locale.value)
        : undefined
    return {
      label: say("account"),
      name: mine?.name ?? truncateAddress(address),
      named: mine?.name !== undefined,
      address,
      avatar: safeImageUrl(mine?.avatar),
      arches: identicon(address),
      balance: amount && `${amount} ${network?.nativeCurrency.symbol}`,
    }
  })

  const network = computed((): NetworkFace => {
    const id = core.accounts[core.namespace.value].value.caipNetworkId
    const known = core.network.value
    const label = say("switchNetwork")
    if (known) return { status: "network", label, text: known.name, image: chainImageOf(options.chainImages, known) }
    if (id === undefined) return { status: "none", label: "", text: say("selectNetwork"), image: undefined }
    const text = say(options.allowUnsupportedChain ? "unknownNetwork" : "switchNetwork")
    return { status: "unsupported", label: "", text, image: undefined }
  })

  return { connect, account: accountFace, network }
})

/** Icons on the buttons, as SVG paths in a 24 by 24 view box. */
export const drawings = { warning: "M12 4 2.5 20h19zm0 6v4m0 3v.01", more: "m6 9 6 6 6-6" }

/**
 * Returns a signal that, while watched, refreshes the active account: when watching starts, for each new account or network, and whenever
 * the modal closes. Loads the engine to refresh. Does not refresh while the modal is open.
 */
const whileConnected = ({ core, engine }: ModalContext): ReadonlySignal<undefined> => {
  let stop: (() => void) | undefined
  return signal<undefined>(undefined, {
    watched: () => {
      stop = effect(() => {
        const { address, network, open } = core
        if (address.value === undefined || network.value === undefined || open.value) return
        let left = false
        let leave = () => {
          left = true
        }
        engine().then(
          ({ runWatched }) => {
            if (!left) leave = runWatched("account")
          },
          () => undefined,
        )
        return () => leave()
      })
    },
    unwatched: () => stop?.(),
  })
}
