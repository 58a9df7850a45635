import { maxPreferenceBytes } from '@platform/contracts';
import type { ownProfileOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { isoTime } from '@platform/kit/formats';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { lockUser } from '../user-store.ts';
import { findPreferences, upsertPreferences } from './preference-store.ts';
import type { UserPreferences } from './preference-store.ts';

type PreferenceHandlers = Pick<
  Handlers<typeof ownProfileOperations>,
  'mePreferencesGet' | 'mePreferencesPut'
>;

const shown = (stored: Omit<UserPreferences, 'userId'> | undefined) =>
  answer(
    { values: stored?.preferences ?? {}, updatedAt: isoTime(stored?.updatedAt ?? null) },
    { version: stored?.version ?? 0 },
  );

function checkSize(values: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= maxPreferenceBytes) return;
  const detail = `must have at most ${maxPreferenceBytes} bytes as JSON`;
  throw problem('limit_exceeded', {
    detail: `values has ${bytes} bytes; at most ${maxPreferenceBytes} are allowed`,
    errors: [{ pointer: '/values', code: 'limit_exceeded', detail }],
  });
}

/** Handlers of the preferences of the token's user. */
export const preferenceHandlers: PreferenceHandlers = {
  mePreferencesGet: async ({ tx, principal }) =>
    shown(await findPreferences(tx, ownUserId(principal))),

  async mePreferencesPut({ tx, principal, body: { values }, ifMatch }) {
    checkSize(values);
    // The lock keeps a concurrent deletion of the user from leaving the row behind.
    const user = found(await lockUser(tx, ownUserId(principal)));
    const before = await findPreferences(tx, user.id);
    ifMatch(before?.version ?? 0);
    const after = {
      preferences: values,
      version: (before?.version ?? 0) + 1,
      updatedAt: new Date(),
    };
    await upsertPreferences(tx, { userId: user.id, ...after });
    return shown(after);
  },
};
