/** Maximum number of recently used email addresses persisted between visits. */
export const recentEmails = 3
