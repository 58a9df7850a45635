import type { PasswordBlockReason } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { IsBreached } from './breached-passwords.ts';
import { folded, isCommonPassword } from './common-passwords.ts';
import type { EstimateGuesses } from './password-strength.ts';
import { normalized } from './pepper.ts';

const maxLength = 256;
/** Shorter parts of names occur in any text. */
const minWordLength = 3;

/** Requirements for a new password. */
export interface PasswordRules {
  tenantId: string;
  minLength: number;
  /** Names and addresses of the user and the site. */
  forbidden: readonly string[];
}

/** Why a password is rejected. */
export interface PasswordFault {
  code: 'password_too_short' | 'password_too_long' | 'password_blocked';
  detail: string;
  /** For `password_blocked`. */
  reason?: PasswordBlockReason;
}

const blockDetails: Readonly<Record<PasswordBlockReason, string>> = {
  personal:
    'The password must not be your name, your email address, your username or the site’s name.',
  common: 'The password is one of the most common passwords. Choose another one.',
  breached: 'The password is known from a data breach. Choose another one.',
  guessable: 'The password is easy to guess. Add more or less common words or characters.',
};

const blocked = (reason: PasswordBlockReason): PasswordFault => ({
  code: 'password_blocked',
  detail: blockDetails[reason],
  reason,
});

function forbiddenWords(forbidden: readonly string[]): string[] {
  const localParts = forbidden
    .filter((word) => word.includes('@'))
    .map((address) => address.slice(0, address.lastIndexOf('@')));
  return [...forbidden, ...localParts].filter((word) => word !== '').map(folded);
}

/** Words that an attacker who knows the user or the site tries first: full names and addresses, and their parts. */
const guessedWords = (words: readonly string[]): string[] =>
  [...new Set(words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]))].filter(
    (word) => word.length >= minWordLength,
  );

function lengthFault(password: string, minLength: number): PasswordFault | undefined {
  const length = [...password].length;
  if (length < minLength)
    return {
      code: 'password_too_short',
      detail: `The password must have at least ${minLength} characters`,
    };
  if (length > maxLength)
    return {
      code: 'password_too_long',
      detail: `The password must have at most ${maxLength} characters`,
    };
  return undefined;
}

/** Guesses for the scores 1 to 4, by zxcvbn with its margin of 5. */
const scoreLimits = [0, 1e3, 1e6, 1e8, 1e10].map((limit) => limit + 5);
/** zxcvbn counts a random character as a factor of 10, and less if random characters happen to form a word or a date. */
const guessesPerCharacter = 10 ** 0.7;

/** The guesses that a password must require. A short password cannot reach a high score even if it is random. */
const requiredGuesses = (password: string, minScore: number): number =>
  Math.min(scoreLimits[minScore] ?? Infinity, guessesPerCharacter ** [...password].length);

/** Validates new passwords after normalization (NIST SP 800-63B-4 §3.1.1.2: no composition rules). */
export function passwordRules({
  guesses,
  minScore,
  isBreached,
}: {
  guesses: EstimateGuesses;
  minScore: number;
  isBreached: IsBreached;
}) {
  const isGuessable = async (password: string, words: readonly string[]): Promise<boolean> =>
    minScore > 0 && (await guesses(password, words)) < requiredGuesses(password, minScore);

  /** Why a password is rejected; undefined if it is accepted. */
  async function fault(
    password: string,
    { tenantId, minLength, forbidden }: PasswordRules,
  ): Promise<PasswordFault | undefined> {
    const given = normalized(password);
    const words = forbiddenWords(forbidden);
    const wrongLength = lengthFault(given, minLength);
    if (wrongLength) return wrongLength;
    if (words.includes(folded(given))) return blocked('personal');
    if (await isCommonPassword(given)) return blocked('common');
    if (await isGuessable(given, guessedWords(words))) return blocked('guessable');
    if (await isBreached(tenantId, given)) return blocked('breached');
    return undefined;
  }

  return {
    fault,
    /** @throws 409 `invalid_state` with the reason if the password is rejected */
    async require(password: string, rules: PasswordRules): Promise<void> {
      const found = await fault(password, rules);
      if (!found) return;
      const { code, detail, reason } = found;
      throw problem('invalid_state', {
        detail,
        errors: [{ code, detail }],
        ...(reason && { members: { reason } }),
      });
    },
  };
}

/** See {@link passwordRules}. */
export type JudgePassword = ReturnType<typeof passwordRules>;
