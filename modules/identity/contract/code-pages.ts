/** Path of the page where an invitation's code is redeemed. */
export const invitationPath = (code: string): string => `/invitations/${code}`;

/** Path of the page where the code of a password reset is redeemed. */
export const resetPath = (code: string): string => `/password-resets/${code}`;
