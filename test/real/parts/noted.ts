/** Lets tests wait for what a part has noted, without asking again and again. */
export interface Noted {
  /** Resolves as soon as the condition holds. It is read now and whenever the part notes something. */
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
