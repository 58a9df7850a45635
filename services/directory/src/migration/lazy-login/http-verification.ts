import { isUtf8 } from 'node:buffer';
import type { Egress } from '@platform/kit/egress';
import { authorizationOf } from '../readers/http-source.ts';
import { plainRecord } from '../readers/ndjson-reader.ts';
import { numberFault } from '../readers/number-fault.ts';
import { notUtf8 } from '../readers/utf8-text.ts';
import type { SourceRow } from '../readers/source-reader.ts';
import type { SourceConnection, SourceCredential } from '../sources/migration-source.ts';
import type { Verification } from './verification.ts';

const maxUserBytes = 256 * 1024;

function rowIn(answer: Buffer): SourceRow {
  const json = answer.toString('utf8');
  const fault = isUtf8(answer) ? numberFault(json) : notUtf8;
  return { ...plainRecord(JSON.parse(json)), row: 1, ...(fault ? { fault } : {}) };
}

/**
 * Asks the source to verify a password: 200 with the user, or 401. Any other status is an error.
 */
export async function verifyByHttp(
  {
    egress,
    tenantId,
    connection,
    credential,
    timeoutMs,
    clock,
  }: {
    egress: Pick<Egress, 'request'>;
    tenantId: string;
    connection: Extract<SourceConnection, { kind: 'http' }>['connection'];
    credential: SourceCredential | undefined;
    timeoutMs: number;
    clock: () => number;
  },
  given: { identifier: string; password: string },
): Promise<Verification> {
  const body = JSON.stringify(given);
  const { status, body: answer } = await egress.request({
    tenantId,
    method: 'POST',
    url: connection.verifyUrl ?? '',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...authorizationOf(credential, body, clock()),
    },
    body,
    timeoutMs,
    maxResponseBytes: maxUserBytes,
  });
  if (status === 401) return { verdict: 'rejected' };
  if (status !== 200) return { verdict: 'unavailable' };
  return { verdict: 'verified', row: rowIn(answer) };
}
