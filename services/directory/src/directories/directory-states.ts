import type { DirectoryRecord } from './directory-record.ts';

/** The result of connecting to a directory. */
export type ConnectionFinding = 'connected' | 'refused' | 'unreachable';

/** Consecutive syncs that cannot reach the source before the directory becomes unreachable. */
const failuresToUnreachable = 3;

type State = Pick<DirectoryRecord, 'state' | 'stateReason' | 'failedSyncs'>;

const active: State = { state: 'active', stateReason: null, failedSyncs: 0 };

const connected = ({ state, stateReason }: State): State =>
  state === 'suspended' || state === 'deleting' ? { state, stateReason, failedSyncs: 0 } : active;

const refused = (before: State): State =>
  before.state === 'suspended' || before.state === 'deleting'
    ? before
    : { state: 'invalid_credentials', stateReason: 'credential_refused', failedSyncs: 0 };

function unreachable(before: State): State {
  const failedSyncs = before.failedSyncs + 1;
  return before.state === 'active' && failedSyncs >= failuresToUnreachable
    ? { state: 'unreachable', stateReason: 'source_unreachable', failedSyncs }
    : { ...before, failedSyncs };
}

/** The state after the platform, or the other side, has tried to connect. */
export const afterConnection = <D extends State>(before: D, finding: ConnectionFinding): D => ({
  ...before,
  ...{ connected, refused, unreachable }[finding](before),
});

/** The state after the credential is cleared: nothing can connect. */
export const afterCredentialCleared = <D extends State>(before: D): D =>
  before.state === 'suspended' || before.state === 'deleting'
    ? before
    : { ...before, state: 'pending', stateReason: null, failedSyncs: 0 };

/** The state that an administrator requests; unchanged if the directory is already in it. */
export function afterStatus<D extends State>(before: D, status: 'active' | 'suspended'): D {
  if (status === 'suspended')
    return { ...before, state: 'suspended', stateReason: 'admin', failedSyncs: 0 };
  return before.state === 'suspended'
    ? { ...before, state: 'pending', stateReason: null, failedSyncs: 0 }
    : before;
}
