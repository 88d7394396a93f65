import type { Connection } from "../../connections/opening/model.ts"
import { truncateEmail } from "../../core/truncate.ts"

/**
 * Returns the display name of a login: the username at the social provider, or else the email. Drops a final 0 of a Discord name and
 * truncates a long email (specification section 5). `undefined` if the login has neither.
 */
export const loginName = ({ name, username, email }: NonNullable<Connection["auth"]>): string | undefined => {
  if (username) return name === "discord" && username.endsWith("0") ? username.slice(0, -1) : username
  return email && truncateEmail(email)
}
