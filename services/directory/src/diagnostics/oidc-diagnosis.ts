import { createHash, createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { callSource, sourceJson } from '../sync/sources/source-http.ts';
import type { SourceCalls } from '../sync/sources/source-http.ts';
import { SourceFault } from '../sync/sources/source-fault.ts';
import type { Diagnosis, DiagnosisStep, StepFinding } from './diagnosis.ts';
import { checkClient } from './oidc-client-authentication.ts';
import type { OidcClientProof } from './oidc-client-authentication.ts';

export interface OidcTarget {
  calls: SourceCalls;
  issuer: string;
  clientId?: string | undefined;
  /** Without it, the client is not tested. */
  proof?: OidcClientProof | undefined;
  clock: () => number;
}

type Json = Record<string, unknown>;

const minRsaBits = 2048;
const endpointNames = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;
const requiredEndpoints: readonly string[] = endpointNames.slice(0, 3);

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function checkedEndpoints(document: Json): Json {
  const endpoints: Json = {};
  for (const name of endpointNames) {
    const url = document[name];
    if (url === undefined && !requiredEndpoints.includes(name)) continue;
    if (typeof url !== 'string' || !URL.canParse(url) || !url.startsWith('https://'))
      throw new SourceFault('endpoint_invalid', `${name} is not an https URL.`);
    endpoints[name] = url;
  }
  return endpoints;
}

function checkedCapabilities(document: Json): StepFinding {
  if (!texts(document['response_types_supported']).includes('code'))
    throw new SourceFault(
      'code_flow_missing',
      'The provider does not support the authorization code flow.',
    );
  if (texts(document['subject_types_supported']).length === 0)
    throw new SourceFault('response_invalid', 'subject_types_supported is missing.');
  const methods = texts(document['code_challenge_methods_supported']);
  return methods.includes('S256')
    ? {}
    : {
        warning: {
          code: 'pkce_not_announced',
          detail: 'The provider does not advertise PKCE with S256.',
        },
      };
}

interface ShownKey {
  kid: string | null;
  alg: string | null;
  use: string | null;
  notAfter: null;
  thumbprint: string;
}

function shownKey(jwk: Json): ShownKey | undefined {
  if (jwk['use'] === 'enc') return undefined;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < minRsaBits) return undefined;
    const der = key.export({ type: 'spki', format: 'der' });
    const text = (name: string) => (typeof jwk[name] === 'string' ? jwk[name] : null);
    return {
      kid: text('kid'),
      alg: text('alg'),
      use: text('use'),
      notAfter: null,
      thumbprint: createHash('sha256').update(der).digest('base64url'),
    };
  } catch {
    return undefined;
  }
}

function checkedKeys(keys: readonly Json[]): ShownKey[] {
  const usable = keys.flatMap((jwk) => shownKey(jwk) ?? []);
  if (usable.length === 0)
    throw new SourceFault(
      'no_usable_key',
      `The key set has no signing key, or only RSA keys below ${minRsaBits} bits.`,
    );
  const ids = usable.map(({ kid }) => kid);
  if (usable.length > 1 && (ids.includes(null) || new Set(ids).size < ids.length))
    throw new SourceFault('key_ids_ambiguous', 'The signing keys do not have unique key ids.');
  return usable;
}

/** Tests an OpenID provider. */
export function oidcDiagnosis(target: OidcTarget): Diagnosis {
  const { calls, issuer, clientId, proof, clock } = target;
  const summary: Json = {};
  let document: Json = {};
  let keys: Json[] = [];
  const get = async (url: string, signal: AbortSignal): Promise<Json> => {
    const answer = await callSource(calls, { url, signal });
    if (answer.status === 200) return sourceJson(answer);
    throw new SourceFault(
      'unexpected_status',
      `The provider responded with status ${answer.status}.`,
    );
  };

  const steps: DiagnosisStep[] = [
    {
      name: 'discovery',
      run: async (signal) => {
        const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
        document = await get(url, signal);
      },
    },
    {
      name: 'issuer_match',
      run: async () => {
        if (document['issuer'] === issuer) return;
        throw new SourceFault(
          'issuer_mismatch',
          'The issuer in the discovery document differs from the configured one.',
        );
      },
    },
    {
      name: 'endpoints',
      run: async () => {
        Object.assign(summary, { issuer, endpoints: checkedEndpoints(document) });
      },
    },
    { name: 'capabilities', run: async () => checkedCapabilities(document) },
    {
      name: 'jwks',
      run: async (signal) => {
        const set = await get(String(document['jwks_uri']), signal);
        if (!Array.isArray(set['keys']))
          throw new SourceFault('response_invalid', 'The response is not a key set.');
        keys = set['keys'] as Json[];
      },
    },
    {
      name: 'signing_keys',
      run: async () => {
        summary['keys'] = checkedKeys(keys);
        summary['algorithms'] = texts(document['id_token_signing_alg_values_supported']);
        summary['suggestedConfig'] = {
          kind: 'oidc',
          config: {
            issuer,
            ...(clientId ? { clientId } : {}),
            scopes: ['openid', 'profile', 'email'],
          },
        };
      },
    },
    {
      name: 'client_authentication',
      run: async (signal) => {
        if (clientId === undefined || proof === undefined) return { isSkipped: true };
        const methods = texts(document['token_endpoint_auth_methods_supported']);
        const tokenEndpoint = String(document['token_endpoint']);
        const client = { clientId, proof, issuer, tokenEndpoint, methods, clock };
        return checkClient(calls, client, signal);
      },
    },
  ];
  return { kind: 'oidc', steps, summary: () => summary };
}
