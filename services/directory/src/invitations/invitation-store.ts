import { any, sql } from '@platform/kit/database';
import type { Tx, WorkerTx } from '@platform/kit/database';
import { invitations } from './invitation-record.ts';
import type { InvitationRecord } from './invitation-record.ts';

const pending = invitations.only({ state: 'pending' });

export const findInvitation = (tx: Tx, id: string): Promise<InvitationRecord | undefined> =>
  invitations.find(tx, { id });

export const lockInvitation = (tx: Tx, id: string): Promise<InvitationRecord | undefined> =>
  invitations.lock(tx, { id });

export const findInvitationByToken = (
  tx: Tx,
  tokenHash: Buffer,
): Promise<InvitationRecord | undefined> => invitations.find(tx, { tokenHash });

type State = InvitationRecord['state'];

const presentState = sql<State>`CASE WHEN state = 'pending' AND expires_at <= now() THEN 'expired' ELSE state END`;

/** Invitations of an organization, newest first. */
export const listInvitations = (
  tx: Tx,
  organizationId: string,
  { state, before, limit }: { state?: State; before: string | undefined; limit: number },
): Promise<InvitationRecord[]> => {
  const inState =
    state === undefined ? invitations : invitations.only((of) => of(presentState, '=', state));
  return inState.page(tx, { where: { organizationId }, by: 'id', behind: before, limit });
};

/** The pending invitation of an address, even if it has expired. */
export const lockPendingFor = (
  tx: Tx,
  organizationId: string,
  emailKey: string,
): Promise<InvitationRecord | undefined> => pending.lock(tx, { organizationId, emailKey });

/** Counts pending invitations, up to `most`. */
export const countPending = (tx: Tx, organizationId: string, most: number): Promise<number> =>
  pending.count(tx, { organizationId }, most);

export const insertInvitation = (tx: Tx, invitation: InvitationRecord): Promise<number> =>
  invitations.insert(tx, invitation);

export const updateInvitation = (tx: Tx, invitation: InvitationRecord): Promise<number> =>
  invitations.update(tx, { id: invitation.id }, invitation);

/** Invitations of all tenants that are pending although they have expired. */
export const listExpired = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> => pending.pick('id').due(tx, 'expiresAt', limit);

const stepRows = 1_000;

/** Removes up to a thousand invitations of an organization; returns how many. */
export const removeInvitationsOf = (tx: Tx, organizationId: string): Promise<number> => {
  const ofOrganization = invitations.only({ organizationId }).pick('id');
  const some = ofOrganization.select(tx).limit(stepRows);
  return ofOrganization.only((of) => of('id', 'in', some)).delete(tx, {});
};

/** An invitation with the organization's name. */
export interface InvitationTo extends Pick<
  InvitationRecord,
  'id' | 'organizationId' | 'email' | 'roles' | 'message' | 'expiresAt' | 'createdAt'
> {
  organizationName: string;
}

/** Pending invitations to these addresses, newest first, without those of organizations being deleted. */
export const listPendingTo = (
  tx: Tx,
  emailKeys: readonly string[],
  before: string | undefined,
  limit: number,
): Promise<InvitationTo[]> =>
  tx.rows(
    `SELECT i.id, i.organization_id, i.email, i.roles, i.message, i.expires_at, i.created_at, o.name AS organization_name
     FROM invitations i JOIN organizations o ON o.tenant_id = i.tenant_id AND o.id = i.organization_id AND o.deleted_at IS NULL
     WHERE i.tenant_id = $1 AND i.email_key = ANY ($2) AND i.state = 'pending' AND i.expires_at > now() AND ($3::text IS NULL OR i.id < $3)
     ORDER BY i.id DESC LIMIT $4`,
    [tx.context.tenantId, emailKeys, before ?? null, limit],
  );

const ofPerson = (emailKeys: readonly string[], userId: string) =>
  invitations.only((of) =>
    of.or([of('emailKey', '=', any(emailKeys)), of('acceptedBy', '=', userId)]),
  );

/** Invitations to these addresses, and those that a user has accepted. */
export const listInvitationsTo = (
  tx: Tx,
  emailKeys: readonly string[],
  userId: string,
): Promise<InvitationRecord[]> =>
  ofPerson(emailKeys, userId).list(tx, { orderBy: 'id', limit: 10_000 });

export const removeInvitationsTo = (
  tx: Tx,
  emailKeys: readonly string[],
  userId: string,
): Promise<number> => ofPerson(emailKeys, userId).delete(tx, {});
