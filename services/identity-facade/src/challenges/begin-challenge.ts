import { isChallengePurpose } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { ChallengeSeals } from './challenge-content.ts';
import { kindOf } from './challenge-kind.ts';
import type {
  ChallengeDraft,
  ChallengeKind,
  ChallengeKinds,
  ChallengeRequest,
} from './challenge-kind.ts';
import { isSubjectDeactivated, upsertChallenge } from './challenge-store.ts';
import { decoyAddress } from './masked-address.ts';
import { subjectOf } from './subject.ts';

const maxTries = 5;

/** The challenge for the page. */
export interface BegunChallenge {
  challengeId: string;
  publicJson: string;
  expiresAt: string;
}

const isMailed = (method: string): boolean => method === 'email_code' || method === 'magic_link';
const refuse = (detail: string) => problem('invalid_parameter', { detail });

/** The kind of a request. @throws if the request is inconsistent */
function requiredKind(kinds: ChallengeKinds, request: ChallengeRequest): ChallengeKind {
  const kind = kindOf(kinds, request.method);
  if (!kind) throw refuse(`method must have challenges; "${request.method}" has none`);
  if (!isChallengePurpose(request.method, request.purpose))
    throw refuse(`purpose "${request.purpose}" cannot be combined with ${request.method}`);
  if (request.purpose === 'enroll' && request.userId === '')
    throw refuse('user_id is required to enroll');
  if (request.method === 'magic_link' && !URL.canParse(request.linkUrl))
    throw refuse('link_url is required for a link');
  return kind;
}

/** A person who signs up is not stored yet and gives an address to verify. */
const isNewcomer = ({ userId, purpose, email }: ChallengeRequest): boolean =>
  userId === '' && purpose === 'verify_contact' && email !== '';

export interface BeginParts {
  kinds: ChallengeKinds;
  seals: ChallengeSeals;
  clock: () => number;
}

/** Begins challenges in the caller's transaction. An unknown person gets a challenge of the same shape that no answer solves. */
export function beginChallengeIn({ kinds, seals, clock }: BeginParts) {
  async function draftOf(tx: Tx, request: ChallengeRequest, address: string) {
    const { userId, identifier, email } = request;
    const subject = subjectOf({ userId, identifier: identifier || email });
    const mayBeAnyone = subject === '' && request.method === 'passkey';
    if (subject === '' && !mayBeAnyone) throw refuse('user_id or identifier is required');
    const isBarred = userId !== '' && (await isSubjectDeactivated(tx, userId));
    const isUnknown = userId === '' && !mayBeAnyone && !isNewcomer(request);
    const hasNoAddress = isMailed(request.method) && address === '';
    const draft: ChallengeDraft = {
      id: newId('challenge'),
      request,
      subject,
      isDecoy: isBarred || isUnknown || hasNoAddress,
      address: address || decoyAddress(identifier || userId),
      now: clock(),
    };
    return draft;
  }

  /** @param address the recipient of a code or link; empty if there is none */
  return async (tx: Tx, request: ChallengeRequest, address: string): Promise<BegunChallenge> => {
    const kind = requiredKind(kinds, request);
    const { method, purpose, userId, loginId } = request;
    const { tenantId } = tx.context;
    const draft = await draftOf(tx, request, address);
    const { content, shown, lifetimeMs } = await kind.make(tx, draft);
    const expiresAt = new Date(draft.now + lifetimeMs);
    // The content of a decoy is not stored: no answer solves it.
    const kept = draft.isDecoy ? {} : content;
    await upsertChallenge(tx, {
      id: draft.id,
      subject: draft.subject || null,
      userId: draft.isDecoy || userId === '' ? null : userId,
      purpose,
      method,
      loginId,
      content: seals.seal(tenantId, draft.id, kept),
      triesLeft: maxTries,
      expiresAt,
    });
    if (purpose === 'reset_password' && !draft.isDecoy)
      await tx.publish({
        type: 'user.password_reset_requested',
        subject: { type: 'user', id: userId },
        data: { user: { id: userId } },
      });
    return {
      challengeId: draft.id,
      publicJson: JSON.stringify(shown),
      expiresAt: expiresAt.toISOString(),
    };
  };
}

/** See {@link beginChallengeIn}. */
export type BeginChallengeIn = ReturnType<typeof beginChallengeIn>;

/** Begins challenges, each in a transaction of its own. */
export function beginChallenge({
  db,
  verifiedEmail,
  ...parts
}: BeginParts & {
  db: Pick<Database, 'transact'>;
  verifiedEmail: (tenantId: string, userId: string) => Promise<string | undefined>;
}) {
  const beginIn = beginChallengeIn(parts);

  async function addressOf(tenantId: string, request: ChallengeRequest) {
    const { method, email, userId } = request;
    if (!isMailed(method)) return '';
    if (email !== '' || userId === '') return email;
    return (await verifiedEmail(tenantId, userId)) ?? '';
  }

  return async (context: TxContext, request: ChallengeRequest): Promise<BegunChallenge> => {
    requiredKind(parts.kinds, request);
    const address = await addressOf(context.tenantId, request);
    return db.transact(context, (tx) => beginIn(tx, request, address));
  };
}

/** See {@link beginChallenge}. */
export type BeginChallenge = ReturnType<typeof beginChallenge>;
