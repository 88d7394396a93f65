import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-core"
import english from "../../views/locales/en/buttons.json" with { type: "json" }
import { type Identicon, identicon } from "../account/model/identicon.ts"
import { account } from "../account/state/account.ts"
import { shownBalance } from "../balances/model/tokens.ts"
import { writeDecimal } from "../core/first-paint/formatNumber.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { safeImageUrl } from "../core/first-paint/safeUrl.ts"
import { slice } from "../core/first-paint/slice.ts"
import { translate } from "../core/first-paint/translate.ts"
import { truncateAddress } from "../core/format.ts"
import type { ModalContext } from "../stub/context.ts"

/** The connect button. `busy` while a wallet is connecting. `texts` are all its possible texts, so its width can stay fixed. */
export interface ConnectFace {
  readonly busy: boolean
  readonly text: string
  readonly texts: readonly string[]
}

/** The account button. `name` is the account's name, or the first 4 and last 6 characters of its address. */
export interface AccountFace {
  readonly label: string
  readonly name: string
  readonly named: boolean
  readonly address: string
  /** The account's own image, and the generated one used without it. */
  readonly avatar: string | undefined
  readonly arches: Identicon
  /** Native balance with its symbol. `undefined` until known. */
  readonly balance: string | undefined
}

/** The network button: a network, none yet, or one that the site does not support. */
export interface NetworkFace {
  readonly status: "network" | "none" | "unsupported"
  readonly label: string
  readonly text: string
  readonly image: string | undefined
}

/**
 * Content of the page's buttons, for React and custom elements alike. The `messages` option overrides the texts by the same keys.
 */
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
    const busy = core.connecting.value
    const texts = [say("connectWallet"), say("connecting")]
    return { busy, text: texts[busy ? 1 : 0] ?? "", texts }
  })

  const who = computed((): AccountFace | undefined => {
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
    if (known) return { status: "network", label, text: known.name, image: options.chainImages[known.id] }
    if (id === undefined) return { status: "none", label: "", text: say("selectNetwork"), image: undefined }
    const text = say(options.allowUnsupportedChain ? "unknownNetwork" : "switchNetwork")
    return { status: "unsupported", label: "", text, image: undefined }
  })

  return { connect, account: who, network }
})

/** Icons on the buttons, as SVG paths in a 24 by 24 view box. */
export const drawings = { warning: "M12 4 2.5 20h19zm0 6v4m0 3v.01", more: "m6 9 6 6 6-6" }

/** Signal that, while observed, refreshes the active account: again for each new account, and again when the modal closes. */
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
