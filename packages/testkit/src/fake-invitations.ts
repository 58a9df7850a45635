import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

type Handlers = RpcHandlers<'platform.directory.v1.Directory'>;
type Preview = Parameters<Handlers['PreviewInvitation']>[0];
type Accept = Parameters<Handlers['AcceptInvitation']>[0];

/** An invitation in the fake directory. */
export interface TestInvitation {
  outcome: 'PENDING' | 'EXPIRED' | 'REVOKED' | 'USED';
  organizationName: string;
  emailMasked: string;
  organizationId?: string;
  email?: string;
  /** Token of its link. */
  token?: string;
  /** Why the organization rejects the accepting user. */
  rejection?: Error;
}

/** An acceptance, as requested by the hub. */
export type TestAcceptance = Pick<Accept, 'invitationId' | 'userId' | 'linkIntentId'>;

/** The invitations in the fake directory. */
export interface TestInvitations {
  readonly invitations: Map<string, TestInvitation>;
  /** Accepted invitations, in order. */
  readonly accepted: TestAcceptance[];
  /** Whether every attempt to accept one fails. */
  fails: boolean;
}

/** Returns an invitation by its id, or by the token of its link. */
export function previewTestInvitation(
  { invitations }: TestInvitations,
  { invitationId = '', token }: Preview,
) {
  const [id = invitationId] = token
    ? ([...invitations].find(([, one]) => one.token === token) ?? [])
    : [];
  const {
    token: _,
    rejection: __,
    ...found
  } = invitations.get(id) ?? { outcome: 'NOT_FOUND' as const };
  return { ...found, invitationId: id };
}

/** Accepts an invitation once; the same intent may repeat the call. */
export function acceptTestInvitation(
  state: TestInvitations,
  { invitationId, userId, linkIntentId }: Accept,
) {
  const { invitations, accepted, fails } = state;
  if (fails) throw problem('upstream_unavailable');
  const found = invitations.get(invitationId);
  if (!found) return { outcome: 'NOT_FOUND' as const };
  const before = accepted.find((one) => one.invitationId === invitationId);
  if (before) {
    const isSame = before.linkIntentId === linkIntentId;
    return { outcome: isSame ? ('ACCEPTED' as const) : ('USED' as const) };
  }
  if (found.outcome !== 'PENDING') return { outcome: found.outcome };
  if (found.rejection) throw found.rejection;
  accepted.push({ invitationId, userId, linkIntentId });
  found.outcome = 'USED';
  return { outcome: 'ACCEPTED' as const };
}
