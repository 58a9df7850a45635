/** How hard a password is to guess for those who know these words: 0 to 4, by zxcvbn. */
export function passwordGuesses(input: { password: string; words: readonly string[] }): number;
