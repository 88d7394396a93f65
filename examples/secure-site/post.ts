/** What the pages of this site tell each other: mails, and what the person at the mailbox agrees to. */
export interface Note {
  readonly is: "mail" | "confirmed"
  readonly to?: string
  readonly code?: string
  readonly what?: string
}

const channel = new BroadcastChannel("secure-site")

export const tell = (note: Note) => channel.postMessage(note)

/** Hears the other pages until the signal is aborted. */
export const hear = (heard: (note: Note) => void, signal?: AbortSignal) =>
  channel.addEventListener("message", ({ data }) => heard(data as Note), signal ? { signal } : {})
