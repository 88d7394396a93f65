/** Maximum number of permissions of a session shown at first (not in the specification). */
export const shownPermissions = 8
