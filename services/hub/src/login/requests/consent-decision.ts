import type { LoginState } from '@platform/login-flow';
import {
  deleteLoginSession,
  findLoginSession,
  insertLoginSession,
} from '../flow/login-session-store.ts';
import { openProgress, sealProgress } from '../flow/login-storage.ts';
import { actorContext } from '../login-context.ts';
import type { LoginContext } from '../login-context.ts';
import type { LoginRequest } from './login-requests.ts';

/** Stores the person's decision about the application's access. */
export const keepDecision = (
  context: LoginContext,
  request: LoginRequest,
  granted: string[] | null,
): Promise<void> =>
  context.db.transact(actorContext(request), async (tx) => {
    await deleteLoginSession(tx, request.uid);
    await insertLoginSession(tx, request.uid, {
      flowVersion: 0,
      activationSequence: 0,
      state: {} as LoginState,
      progressSealed: sealProgress(context, request, { granted }),
      expiresAt: request.expiresAt,
    });
  });

/** Returns the stored decision and deletes it. Undefined if there is none. */
export const takeDecision = (
  context: LoginContext,
  request: LoginRequest,
): Promise<string[] | null | undefined> =>
  context.db.transact(actorContext(request), async (tx) => {
    const row = await findLoginSession(tx, request.uid);
    if (!row) return undefined;
    await deleteLoginSession(tx, request.uid);
    return openProgress(context, request, row).granted;
  });
