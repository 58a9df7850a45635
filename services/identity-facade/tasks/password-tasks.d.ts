/** Estimates with zxcvbn how many guesses a password takes for an attacker who knows these words. */
export function passwordGuesses(input: { password: string; words: readonly string[] }): number;
