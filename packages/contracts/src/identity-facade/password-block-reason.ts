/**
 * Why a password is `password_blocked`, in the member `reason` of the problem: `personal` equals a
 * name or address of the user or the site, `common` is in the built-in list, `breached` is known to
 * the range service, and `guessable` has too low a zxcvbn score.
 */
export const passwordBlockReasons = ['personal', 'common', 'breached', 'guessable'] as const;

/** One of {@link passwordBlockReasons}. */
export type PasswordBlockReason = (typeof passwordBlockReasons)[number];
