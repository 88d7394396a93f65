import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { createModal, type Modal, type ModalOptions } from "../createModal.ts"

/** A modal that the site made, or the options to make one from. */
export type ModalProviderProps = { readonly children?: ReactNode } & (
  | { readonly modal: Modal; readonly options?: undefined }
  | { readonly modal?: undefined; readonly options: ModalOptions }
)

/**
 * Gives a modal to what stands below. One made from `options` is made once, whatever they are later, and destroyed when the provider
 * is gone for good; providers of the very same options share it. A modal that the site made stays the site's.
 */
export function ModalProvider({ modal, options, children }: ModalProviderProps) {
  return modal ? <Here value={modal}>{children}</Here> : <Owner options={options}>{children}</Owner>
}

/** The modal of the nearest `ModalProvider`. */
export const useModal = (): Modal => {
  const modal = useContext(Nearest)
  if (!modal) throw new Error("There is no <ModalProvider> above this component")
  return modal
}

const Nearest = createContext<Modal | undefined>(undefined)
const Here = Nearest.Provider

function Owner({ options, children }: { readonly options: ModalOptions; readonly children: ReactNode }) {
  const [owned, own] = useState(() => ownedBy(options))
  useEffect(() => {
    // React may hide a tree for so long that its modal is gone, and show it again.
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

/** React may render a provider that it never mounts, and in StrictMode renders each twice: what they share are their options. */
const known = new WeakMap<ModalOptions, Owned>()

const ownedBy = (options: ModalOptions): Owned => {
  const before = known.get(options)
  if (before) return before
  const owned = { modal: createModal(options), forget: () => known.delete(options), users: 0, over: false }
  // On a server they may outlive the request.
  if (typeof document !== "undefined") known.set(options, owned)
  return owned
}

/** StrictMode, and a fast refresh, unmount what they mount again at once: only who is still gone a task later is gone. */
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
