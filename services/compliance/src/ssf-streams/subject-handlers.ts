import { isId } from '@platform/contracts';
import type { Principal, SsfSubject, ssfStreamOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ExternalScope, Handlers } from '@platform/kit/http';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import { deleteRemovedSubject, existingReceiver, insertRemovedSubject } from '../ssf/receivers.ts';
import { managedStream, ownStream } from './stream-access.ts';

/** Finds a user of a tenant; undefined if there is none, or more than one. */
export type FindUserId = (
  tenantId: string,
  query: { userId: string } | { email: string },
) => Promise<string | undefined>;

export interface SubjectHandlerOptions extends Pick<ReceiverOptions, 'issuerOf'> {
  findUserId: FindUserId;
}

/** Returns the user of a simple subject. */
async function userOf(
  tenantId: string,
  { format, iss, sub, email }: Pick<SsfSubject, 'format' | 'iss' | 'sub' | 'email'>,
  { issuerOf, findUserId }: SubjectHandlerOptions,
): Promise<string | undefined> {
  if (format === 'email' && email) return findUserId(tenantId, { email });
  if (format !== 'iss_sub' || !isId('user', sub) || iss !== (await issuerOf(tenantId)))
    return undefined;
  return findUserId(tenantId, { userId: sub });
}

/** Returns the user of a subject: the `user` of a complex one, the first known alias of aliases. */
async function userOfSubject(
  tenantId: string,
  subject: SsfSubject,
  options: SubjectHandlerOptions,
): Promise<string | undefined> {
  const { format, user, identifiers = [] } = subject;
  for (const one of format === 'aliases' ? identifiers : [user ?? subject]) {
    const found = await userOf(tenantId, one, options);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Scope = Pick<ExternalScope, 'read' | 'commit'> & {
  principal: Principal;
  body: { stream_id: string; subject: SsfSubject };
};

/**
 * Subjects of a stream (SSF 1.0 §8.1.3). Every user is a subject from the start. An unknown subject
 * gets the same response as any other, so that it does not reveal who has an account.
 */
export function subjectHandlers(
  options: SubjectHandlerOptions,
): Pick<Handlers<typeof ssfStreamOperations>, 'ssfSubjectAdd' | 'ssfSubjectRemove'> {
  const change =
    (write: (tx: Tx, receiverId: string, subjectId: string) => Promise<number>) =>
    async ({ principal, body, read, commit }: Scope): Promise<undefined> => {
      const stream = ownStream(principal, await read((tx) => existingReceiver(tx, body.stream_id)));
      const userId = await userOfSubject(principal.tenantId, body.subject, options);
      return commit(async (tx) => {
        await managedStream(tx, principal, stream.id);
        if (userId !== undefined) await write(tx, stream.id, userId);
        return undefined;
      });
    };
  return {
    ssfSubjectAdd: change(deleteRemovedSubject),
    ssfSubjectRemove: change(insertRemovedSubject),
  };
}
