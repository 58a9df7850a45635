import { isId } from '@platform/contracts';
import type { Principal, SsfSubject, ssfStreamOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ExternalScope, Handlers } from '@platform/kit/http';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import {
  deleteRemovedSubject,
  existingReceiver,
  insertRemovedSubject,
  lockedReceiver,
} from '../ssf/receivers.ts';
import { ownStream } from './stream-access.ts';

/** Finds a user of a tenant; undefined for nobody, or several. */
export type FindUserId = (
  tenantId: string,
  query: { userId: string } | { email: string },
) => Promise<string | undefined>;

/** What these handlers need. */
export interface SubjectHandlerOptions extends Pick<ReceiverOptions, 'issuerOf'> {
  findUserId: FindUserId;
}

/** The user of a subject: itself, or the user of a complex one. */
async function userOf(
  tenantId: string,
  { user, ...whole }: SsfSubject,
  { issuerOf, findUserId }: SubjectHandlerOptions,
): Promise<string | undefined> {
  const { format, iss, sub, email } = user ?? whole;
  if (format === 'email' && email) return findUserId(tenantId, { email });
  if (format !== 'iss_sub' || !isId('user', sub) || iss !== (await issuerOf(tenantId)))
    return undefined;
  return findUserId(tenantId, { userId: sub });
}

type Scope = Pick<ExternalScope, 'read' | 'commit'> & {
  principal: Principal;
  body: { stream_id: string; subject: SsfSubject };
};

/**
 * Subjects of a stream (SSF 1.0 §8.1.3). Every user is a subject from the start. A subject that is unknown is answered like any
 * other: nobody learns who has an account.
 */
export function subjectHandlers(
  options: SubjectHandlerOptions,
): Pick<Handlers<typeof ssfStreamOperations>, 'ssfSubjectAdd' | 'ssfSubjectRemove'> {
  const change =
    (write: (tx: Tx, receiverId: string, subjectId: string) => Promise<number>) =>
    async ({ principal, body, read, commit }: Scope): Promise<undefined> => {
      const stream = ownStream(principal, await read((tx) => existingReceiver(tx, body.stream_id)));
      const userId = await userOf(principal.tenantId, body.subject, options);
      return commit(async (tx) => {
        ownStream(principal, await lockedReceiver(tx, stream.id));
        if (userId !== undefined) await write(tx, stream.id, userId);
        return undefined;
      });
    };
  return {
    ssfSubjectAdd: change(deleteRemovedSubject),
    ssfSubjectRemove: change(insertRemovedSubject),
  };
}
