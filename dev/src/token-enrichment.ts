import { join } from 'node:path';
import { ClaimsAnswer, isReservedClaim, platformClaims } from '@platform/contracts';
import type { ClaimsCallBody } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import type { SecretBox } from '@platform/kit/secrets';
import { sign } from '@platform/kit/webhook-signature';
import { PLATFORM_DOMAIN } from './environment.ts';
import { withClient } from './postgres.ts';
import { openSecrets } from './secrets.ts';

/** Where the local platform keeps its data, and its stores. */
export interface LocalPlatform {
  dataDir: string;
  postgresUrl: string;
}

/** What opens the secrets that the local platform has sealed. */
export function localSecrets({ dataDir }: LocalPlatform): SecretBox {
  const { encryptionKeyId, encryptionKey } = openSecrets(join(dataDir, 'secrets.json'));
  return secretBox(parseKeys({ [encryptionKeyId]: encryptionKey }, encryptionKeyId));
}

/** Claims beside the hub's own, and the second at which their token must end. */
export interface Enrichment {
  claims: Record<string, unknown>;
  endsAt?: number;
}

/** Asks the claims webhook of a client what a token shall say, as the local hub does; nothing where it has none. */
export async function enrichmentOf(
  platform: LocalPlatform,
  call: Omit<ClaimsCallBody, 'requestId'>,
): Promise<Enrichment> {
  const {
    rows: [webhook],
  } = await withClient(platform.postgresUrl, (client) =>
    client.query<{
      url: string;
      secret_sealed: string;
      token_types: string[];
      failure_mode: string;
      timeout_milliseconds: number;
    }>(
      'SELECT url, secret_sealed, token_types, failure_mode, timeout_milliseconds FROM hub.claims_webhook WHERE tenant_id = $1 AND client_id = $2 AND url IS NOT NULL',
      [call.tenantId, call.clientId],
    ),
  );
  if (!webhook?.token_types.includes(call.tokenType)) return { claims: {} };
  const secret = localSecrets(platform).open(webhook.secret_sealed, {
    tenantId: call.tenantId,
    field: `claims_webhook/${call.clientId}`,
  });
  const requestId = newId('request');
  const body = JSON.stringify({ requestId, ...call });
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(webhook.timeout_milliseconds),
      headers: {
        'content-type': 'application/json',
        ...sign(requestId, body, [secret], new Date()),
      },
    });
    if (answer.status !== 200)
      throw new Error(`claims enrichment answered ${answer.status}: ${await answer.text()}`);
    const { claims, expiresAt } = ClaimsAnswer.parse(await answer.json());
    const isTaken = (name: string): boolean =>
      (platformClaims as readonly string[]).includes(name) ||
      !isReservedClaim(name, PLATFORM_DOMAIN.slice(1));
    return {
      claims: Object.fromEntries(Object.entries(claims).filter(([name]) => isTaken(name))),
      ...(expiresAt === null ? {} : { endsAt: Math.floor(Date.parse(expiresAt) / 1000) }),
    };
  } catch (error) {
    if (webhook.failure_mode === 'omit') return { claims: {} };
    throw error;
  }
}
