import type { MouseEvent, ReactNode } from "react"
import { type AccountFace, buttons, type ConnectFace, drawings, type NetworkFace } from "../buttons/state.ts"
import type { OpenOptions } from "../navigation/first-paint/model/routes.ts"
import type { Namespace } from "../options/namespaces.ts"
import { instanceOf } from "../stub/createModal.ts"
import type { ModalInstance } from "../stub/instance.ts"
import { preloadNow } from "../stub/preload.ts"
import { useModal } from "./ModalProvider.tsx"
import { useSignalValue } from "./useSignalValue.ts"

/** Props of every button. */
export interface ButtonProps {
  /** Class name, added to `portico-button`, which `portico/buttons.css` styles. */
  readonly className?: string
  readonly disabled?: boolean
  /** Called before the modal opens. `event.preventDefault()` keeps the modal closed. */
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}

/** Props of `ConnectButton`. */
export interface ConnectButtonProps extends ButtonProps {
  /** Limits the wallets offered to this namespace. */
  readonly namespace?: Namespace
}

/** Button that opens the modal at the wallet list. Renders nothing while a wallet is connected. */
export function ConnectButton({ namespace, ...props }: ConnectButtonProps) {
  const account = useSignalValue(accountFace, undefined)
  const { text, texts, busy } = useSignalValue(connectFace, undefined)
  if (account) return null
  return (
    <PageButton kind="connect" open={namespace && { namespace }} busy={busy} {...props}>
      {busy && <span className="portico-spinner" aria-hidden="true" />}
      <span className="portico-text" data-other={texts.find((other) => other !== text)}>
        {text}
      </span>
    </PageButton>
  )
}

/** Props of `AccountButton`. */
export interface AccountButtonProps extends ButtonProps {
  /** Whether to show the balance in the native currency. Default: true. */
  readonly balance?: boolean
  /** Whether to show the avatar. Default: true. */
  readonly avatar?: boolean
}

/** Button that opens the Account view. Renders nothing while no wallet is connected. */
export function AccountButton({ balance = true, avatar = true, ...props }: AccountButtonProps) {
  const account = useSignalValue(accountFace, undefined)
  if (!account) return null
  const amount = balance ? account.balance : undefined
  const name = [`${account.label}: ${account.name}`, ...(amount === undefined ? [] : [amount])].join(", ")
  return (
    <PageButton kind="account" open={{ view: "Account" }} name={name} {...props}>
      {amount !== undefined && <span className="portico-balance">{amount}</span>}
      <span className="portico-who">
        {avatar && <Avatar {...account} />}
        <bdi className="portico-text" data-named={account.named}>
          {account.name}
        </bdi>
      </span>
    </PageButton>
  )
}

/** Button that opens the network list. */
export function NetworkButton(props: ButtonProps) {
  const { status, label, text, image } = useSignalValue(networkFace, undefined)
  return (
    <PageButton kind="network" open={{ view: "Networks" }} name={label && `${label}: ${text}`} {...props}>
      {status === "unsupported" && <Drawing name="warning" />}
      {image !== undefined && (
        <img className="portico-logo" src={image} alt="" referrerPolicy="no-referrer" decoding="async" />
      )}
      <span className="portico-text">{text}</span>
      <Drawing name="more" />
    </PageButton>
  )
}

const connectFace = (instance: ModalInstance): ConnectFace => buttons(instance).connect.value
const accountFace = (instance: ModalInstance): AccountFace | undefined => buttons(instance).account.value
const networkFace = (instance: ModalInstance): NetworkFace => buttons(instance).network.value
const themeOf = ({ core }: ModalInstance) => core.themeMode.value

interface PageButtonProps extends ButtonProps {
  readonly kind: "connect" | "account" | "network"
  readonly open?: OpenOptions | undefined
  readonly name?: string
  readonly busy?: boolean
  readonly children: ReactNode
}

function PageButton({
  kind,
  open,
  name,
  busy = false,
  className = "",
  disabled = false,
  onClick,
  children,
}: PageButtonProps) {
  const modal = useModal()
  const theme = useSignalValue(themeOf, undefined)
  const preload = () => preloadNow(instanceOf(modal))
  return (
    <button
      type="button"
      className={`portico-button ${className}`.trim()}
      data-portico={kind}
      data-theme={theme}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-busy={busy}
      aria-label={name || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) void modal.open(open)
      }}
    >
      {children}
    </button>
  )
}

function Avatar({ avatar, arches: { shapes, turn } }: AccountFace) {
  return avatar === undefined ? (
    <svg className="portico-avatar" viewBox="0 0 40 40" aria-hidden="true">
      <g transform={turn}>
        {shapes.map(([fill, d]) => (
          <path key={d} fill={fill} d={d} />
        ))}
      </g>
    </svg>
  ) : (
    <img className="portico-avatar" src={avatar} alt="" referrerPolicy="no-referrer" decoding="async" />
  )
}

function Drawing({ name }: { readonly name: keyof typeof drawings }) {
  return (
    <svg className={`portico-icon portico-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
