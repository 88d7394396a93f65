/** Lets tests wait for what a part records, without polling. */
export interface Noted {
  /** Resolves as soon as the condition holds. Checked now and whenever the part records something. */
  until(holds: () => boolean): Promise<void>
}

export const noted = () => {
  const waiting = new Set<() => void>()
  return {
    note: () => {
      for (const look of [...waiting]) look()
    },
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
