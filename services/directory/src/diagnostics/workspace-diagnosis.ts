import { createPrivateKey } from 'node:crypto';
import { googleAssertion, googleGet, googleToken } from '../sync/sources/google/google-source.ts';
import type { GoogleSource } from '../sync/sources/google/google-source.ts';
import { googleUser } from '../sync/sources/google/google-users.ts';
import { SourceFault } from '../sync/sources/source-fault.ts';
import type { Diagnosis, DiagnosisStep } from './diagnosis.ts';
import { sampled } from './sampling.ts';
import type { Sampling } from './sampling.ts';

type Json = Record<string, unknown>;

const listOf = (json: Json, member: string): Json[] =>
  Array.isArray(json[member]) ? (json[member] as Json[]) : [];

function parsedKey({ credential }: GoogleSource): void {
  try {
    const { asymmetricKeyType } = createPrivateKey(credential.serviceAccountKey.private_key);
    if (asymmetricKeyType === 'rsa') return;
  } catch (cause) {
    throw new SourceFault('key_invalid', 'private_key is not an unencrypted private key in PEM.', {
      cause,
    });
  }
  throw new SourceFault('key_invalid', 'private_key is not an RSA key.');
}

/** Tests a Google Workspace. */
export function workspaceDiagnosis(source: GoogleSource, sampling: Sampling): Diagnosis {
  const { config } = source;
  const summary: Json = {};
  let sample: Json[] = [];
  let assertion = '';
  let token = '';
  const get = (path: string, query: Record<string, string>, signal: AbortSignal) =>
    googleGet(source, { token, path, query }, signal);
  const whose: Record<string, string> = config.domain
    ? { domain: config.domain }
    : { customer: config.customerId };

  const steps: DiagnosisStep[] = [
    { name: 'parse_key', run: async () => parsedKey(source) },
    {
      name: 'sign_assertion',
      run: async () => {
        assertion = await googleAssertion(source);
      },
    },
    {
      name: 'token_exchange',
      run: async (signal) => {
        token = await googleToken(source, assertion, signal);
      },
    },
    {
      name: 'customer',
      run: async (signal) => {
        const path = `customers/${encodeURIComponent(config.customerId)}`;
        const customer = await get(path, {}, signal);
        Object.assign(summary, { customerId: customer['id'], domain: customer['customerDomain'] });
      },
    },
    {
      name: 'list_users',
      run: async (signal) => {
        const json = await get('users', { ...whose, maxResults: '100' }, signal);
        const users = listOf(json, 'users');
        summary['users'] = json['nextPageToken'] === undefined ? 'few' : 'many';
        sample = sampled(users.map(googleUser), sampling);
        return { evidence: { seen: users.length } };
      },
    },
    {
      name: 'list_groups',
      run: async (signal) => {
        const json = await get('groups', { ...whose, maxResults: '100' }, signal);
        summary['groups'] = json['nextPageToken'] === undefined ? 'few' : 'many';
        return { evidence: { seen: listOf(json, 'groups').length } };
      },
    },
    {
      name: 'domain_match',
      run: async (signal) => {
        if (config.domain === undefined) return { isSkipped: true };
        const path = `customer/${encodeURIComponent(config.customerId)}/domains`;
        const domains = listOf(await get(path, {}, signal), 'domains');
        if (domains.some((domain) => domain['domainName'] === config.domain)) return {};
        throw new SourceFault('domain_mismatch', 'The customer does not have this domain.');
      },
    },
  ];
  return { kind: 'workspace', steps, summary: () => summary, sample: () => sample };
}
