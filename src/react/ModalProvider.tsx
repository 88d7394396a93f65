import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { createModal } from "../stub/createModal.ts"
import type { Modal, ModalOptions } from "../stub/modal.ts"

/** Props of `ModalProvider`: either an existing modal, or the options to create one. */
export type ModalProviderProps = { readonly children?: ReactNode } & (
  | { readonly modal: Modal; readonly options?: undefined }
  | { readonly modal?: undefined; readonly options: ModalOptions }
)

/**
 * Provides a modal to the components below. Creates one from `options` once, ignoring later changes. Providers with the same options object
 * share one modal, which is destroyed after the last of them unmounts. A modal passed as `modal` is never destroyed.
 */
export function ModalProvider({ modal, options, children }: ModalProviderProps) {
  return modal ? <Here value={modal}>{children}</Here> : <Owner options={options}>{children}</Owner>
}

/** Returns the modal of the nearest `ModalProvider`. Throws if there is none. */
export const useModal = (): Modal => {
  const modal = useContext(Nearest)
  if (!modal) throw new Error("useModal must be used inside <ModalProvider>")
  return modal
}

const Nearest = createContext<Modal | undefined>(undefined)
const Here = Nearest.Provider

function Owner({ options, children }: { readonly options: ModalOptions; readonly children: ReactNode }) {
  const [owned, own] = useState(() => ownedBy(options))
  useEffect(() => {
    // React may show a hidden tree again after its modal has been destroyed.
    if (owned.over) own(ownedBy(options))
    else return keep(owned)
  }, [owned])
  return <Here value={owned.modal}>{children}</Here>
}

interface Owned {
  readonly modal: Modal
  readonly forget: () => void
  users: number
  over: boolean
  ending?: ReturnType<typeof setTimeout>
}

/** Modals by their options object. React may render a provider without mounting it, and StrictMode renders each twice. */
const known = new WeakMap<ModalOptions, Owned>()

const ownedBy = (options: ModalOptions): Owned => {
  const before = known.get(options)
  if (before) return before
  const owned = { modal: createModal(options), forget: () => known.delete(options), users: 0, over: false }
  // On a server, the entry could outlive the request.
  if (typeof document !== "undefined") known.set(options, owned)
  return owned
}

/**
 * Counts a provider that uses the modal. Returns a function that ends the use. StrictMode and fast refresh remount at once, so the modal is
 * destroyed only if it is still unused a task later.
 */
const keep = (owned: Owned) => {
  owned.users += 1
  clearTimeout(owned.ending)
  return () => {
    owned.users -= 1
    if (owned.users > 0) return
    owned.ending = setTimeout(() => {
      owned.over = true
      owned.forget()
      void owned.modal.destroy()
    })
  }
}
