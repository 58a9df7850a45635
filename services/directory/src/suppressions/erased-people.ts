import { emailKey } from '@platform/kit/formats';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/telemetry';
import { identityKey } from '../users/user-identifiers.ts';
import type { SuppressedKeys } from './suppressions.ts';

/** Whether this person was erased, as far as compliance was asked. */
export type IsErased = (subject: SuppressedKeys) => boolean;

/**
 * Asks the compliance service which of these people were erased. It remembers longer than the
 * suppressions stored here, which decide alone while it is unavailable. Call it before a
 * transaction begins.
 */
export type AskErased = (
  tenantId: string,
  subjects: readonly SuppressedKeys[],
) => Promise<IsErased>;

/** The result if there is no one to ask about. */
export const nobodyErased: IsErased = () => false;

const deadlineMs = 3_000;
/**
 * Compliance is not called for this long after a failure, so that not every page of an import waits
 * for an unavailable service.
 */
const restMs = 10_000;
/** Maximum identifiers per call. */
const maxIdentifiersPerCall = 1_000;

interface Identifier {
  type: string;
  value: string;
}

const keyOf = ({ type, value }: Identifier): string => `${type} ${value}`;

function identifiersOf({ email, externalId, identity }: SuppressedKeys): Identifier[] {
  const address = email ? emailKey(email) : undefined;
  return [
    ...(address ? [{ type: 'email', value: address }] : []),
    ...(externalId ? [{ type: 'external_id', value: externalId }] : []),
    ...(identity ? [{ type: 'identity', value: identityKey(identity) }] : []),
  ];
}

async function erasedAmong(
  compliance: RpcPeer,
  tenantId: string,
  identifiers: readonly Identifier[],
): Promise<string[]> {
  const { results } = await compliance
    .service('platform.compliance.v1.Subjects')
    .Status({ tenantId, identifiers: [...identifiers] }, { deadlineMs, repeatable: true });
  return identifiers.filter((_, i) => results[i]?.state === 'ERASED').map(keyOf);
}

export function erasedPeople(
  compliance: () => RpcPeer,
  log: Pick<Logger, 'warn'>,
  clock: () => number = () => performance.now(),
): AskErased {
  let restsUntil = -Infinity;
  return async (tenantId, subjects) => {
    if (clock() < restsUntil) return nobodyErased;
    const named = new Map(subjects.flatMap(identifiersOf).map((one) => [keyOf(one), one]));
    const wanted = [...named.values()];
    const erased = new Set<string>();
    try {
      for (let at = 0; at < wanted.length; at += maxIdentifiersPerCall) {
        const some = wanted.slice(at, at + maxIdentifiersPerCall);
        for (const key of await erasedAmong(compliance(), tenantId, some)) erased.add(key);
      }
    } catch (error) {
      restsUntil = clock() + restMs;
      log.warn(
        { err: error, tenantId },
        'compliance is unavailable, so only local suppressions of erased users are checked',
      );
    }
    if (erased.size === 0) return nobodyErased;
    return (subject) => identifiersOf(subject).some((one) => erased.has(keyOf(one)));
  };
}
