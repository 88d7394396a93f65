/**
 * Reads object store `store` of the page's IndexedDB database `name`. Resolves with the entries that have text keys, as a map from key to
 * value, or with an empty map if the store does not exist or cannot be read. Never creates a database.
 */
export const entriesOf = (name: string, store: string): Promise<ReadonlyMap<string, unknown>> =>
  new Promise((resolve) => {
    const none = () => resolve(new Map())
    try {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = none
      opening.onblocked = none
      opening.onsuccess = () => {
        const database = opening.result
        try {
          const reading = database.transaction(store).objectStore(store).openCursor()
          const entries = new Map<string, unknown>()
          reading.onerror = () => {
            database.close()
            none()
          }
          reading.onsuccess = () => {
            const cursor = reading.result
            if (cursor) {
              if (typeof cursor.key === "string") entries.set(cursor.key, cursor.value)
              return cursor.continue()
            }
            database.close()
            resolve(entries)
          }
        } catch {
          database.close()
          none()
        }
      }
    } catch {
      none()
    }
  })
