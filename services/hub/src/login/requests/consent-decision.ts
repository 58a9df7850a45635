import type { LoginState } from '@platform/login-flow';
import { actingOf } from '../login-context.ts';
import type { LoginContext } from '../login-context.ts';
import type { LoginRequest } from './login-requests.ts';
import {
  deleteLoginSession,
  findLoginSession,
  insertLoginSession,
} from '../flow/login-session-store.ts';
import { openProgress, sealProgress } from '../flow/login-storage.ts';

/** Keeps what a person decided about an application's access. */
export const keepDecision = (
  context: LoginContext,
  request: LoginRequest,
  granted: string[] | null,
): Promise<void> =>
  context.db.transact(actingOf(request), async (tx) => {
    await deleteLoginSession(tx, request.uid);
    await insertLoginSession(tx, request.uid, {
      flowVersion: 0,
      activationSequence: 0,
      state: {} as LoginState,
      progressSealed: sealProgress(context, request, { granted }),
      expiresAt: request.expiresAt,
    });
  });

/** What was decided, once: undefined where nothing is. */
export const takeDecision = (
  context: LoginContext,
  request: LoginRequest,
): Promise<string[] | null | undefined> =>
  context.db.transact(actingOf(request), async (tx) => {
    const row = await findLoginSession(tx, request.uid);
    if (!row) return undefined;
    await deleteLoginSession(tx, request.uid);
    return openProgress(context, request, row).granted;
  });
