import type { loginDomainOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { takeOfWindow } from '@platform/kit/rate';
import type { DomainChecks } from './domain-check.ts';
import type { Findings } from './dns-check.ts';
import { hostNameOf } from '@platform/kit/formats';
import { requireDomain, requireRpId } from './domain-name.ts';
import {
  clearPrimary,
  deleteLoginDomain,
  findLoginDomain,
  insertLoginDomain,
  listLoginDomains,
  lockLoginDomain,
  lockDomains,
} from './domain-store.ts';
import type { LoginDomainRecord } from './domain-store.ts';
import { publishNews } from './domain-transition.ts';
import { loginDomainResource } from './domain-view.ts';

export interface DomainOptions {
  checks: DomainChecks;
  maxPerTenant: number;
  pendingTtlMs: number;
  /** With leading dot. */
  cnameSuffix: string;
  /** Suffixes reserved for the platform. */
  reserved: readonly string[];
  /** Returns lower-case base32 of this many characters, from a CSPRNG. */
  randomText: (length: number) => string;
  clock: () => number;
}

const tokenLength = 32;
const labelLength = 26;

async function existing(
  tx: Tx,
  text: string,
  find: typeof findLoginDomain,
): Promise<LoginDomainRecord> {
  const domain = hostNameOf(text);
  const record = domain === undefined ? undefined : await find(tx, domain);
  if (!record) throw problem('not_found', { detail: 'The login domain was not found' });
  return record;
}

function requireRoom(present: number, max: number): void {
  if (present < max) return;
  const detail = `A tenant can have at most ${max} login domains`;
  throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
}

const registration = (
  {
    domain,
    passkeyRpId,
    isPrimary,
  }: Pick<LoginDomainRecord, 'domain' | 'passkeyRpId' | 'isPrimary'>,
  { randomText, cnameSuffix, pendingTtlMs, clock }: DomainOptions,
): LoginDomainRecord => {
  const now = new Date(clock());
  return {
    domain,
    id: newId('loginDomain'),
    status: 'pending',
    isPrimary,
    passkeyRpId,
    // New for every registration: records of an abandoned one prove nothing.
    token: randomText(tokenLength),
    cnameTarget: `${randomText(labelLength)}${cnameSuffix}`,
    checks: [],
    failureCount: 0,
    failingSince: null,
    endsAt: new Date(now.getTime() + pendingTtlMs),
    lastCheckedAt: null,
    nextCheckAt: now,
    verifiedAt: null,
    activatedAt: null,
    createdAt: now,
    updatedAt: now,
  };
};

/** Name servers did not respond: 504 or 502. */
function requireAnswers({ outage }: Findings): void {
  if (outage === undefined) return;
  throw problem(outage === 'timeout' ? 'upstream_timeout' : 'upstream_failed', {
    detail: 'The name servers of the domain did not respond; the status has not changed',
  });
}

async function takeRate(tx: Tx, domain: string): Promise<void> {
  const what = 'checks of a login domain';
  await takeOfWindow(tx, { bucket: `verify ${domain}`, limit: 6, windowMs: 60_000, what });
  await takeOfWindow(tx, { bucket: 'verify', limit: 60, windowMs: 3_600_000, what });
}

export const loginDomainHandlers = (
  options: DomainOptions,
): Handlers<typeof loginDomainOperations> => ({
  async loginExperienceListDomains({ tx }) {
    const data = (await listLoginDomains(tx)).map(loginDomainResource);
    return { data, nextCursor: null, hasMore: false };
  },

  async loginExperienceRegisterDomain({ tx, body }) {
    const domain = requireDomain(body.domain, options.reserved);
    const passkeyRpId = requireRpId(body.passkeyRpId, domain);
    await lockDomains(tx);
    const present = await listLoginDomains(tx);
    if (present.some((each) => each.domain === domain))
      throw problem('already_exists', { detail: 'The tenant has already registered this domain' });
    requireRoom(present.length, options.maxPerTenant);
    if (body.primary) await clearPrimary(tx);
    const record = registration({ domain, passkeyRpId, isPrimary: body.primary }, options);
    await insertLoginDomain(tx, record);
    await publishNews(tx, record, [{ type: 'registered' }]);
    return loginDomainResource(record);
  },

  async loginExperienceDeleteDomain({ tx, params }) {
    await lockDomains(tx);
    const record = await existing(tx, params.domain, lockLoginDomain);
    await deleteLoginDomain(tx, record.domain);
    await publishNews(tx, record, [{ type: 'released', reason: 'deleted' }]);
    return { id: record.id, deleted: true as const };
  },

  async loginExperienceVerifyDomain({ params, read, transact, commit }) {
    const seen = await read((tx) => existing(tx, params.domain, findLoginDomain));
    const { domain } = seen;
    await transact((tx) => takeRate(tx, domain));
    const findings = await options.checks.look(seen);
    requireAnswers(findings);
    const outcome = await options.checks.storeFindings({ transact }, domain, findings);
    if (outcome === 'taken')
      throw problem('conflict', { detail: 'DNS still authorizes another account' });
    return commit(async (tx) => loginDomainResource(await existing(tx, domain, findLoginDomain)));
  },
});
