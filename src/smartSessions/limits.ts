/** Maximum number of permissions of a session shown at first (not in the specification). */
export const shownPermissions = 8

/** Maximum number of smart sessions to list, because a service may return any number (not in the specification). */
export const smartSessionLimits = 200
