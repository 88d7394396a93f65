/** Message between the pages of this site: an email, or a confirmation from the mailbox page. */
export interface Note {
  readonly type: "mail" | "confirmed"
  readonly to?: string
  readonly code?: string
  readonly what?: string
}

const channel = new BroadcastChannel("secure-site")

export const broadcast = (note: Note) => channel.postMessage(note)

/** Listens to the other pages until the signal is aborted. */
export const onNote = (listener: (note: Note) => void, signal?: AbortSignal) =>
  channel.addEventListener("message", ({ data }) => listener(data as Note), signal ? { signal } : {})
