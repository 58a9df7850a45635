import { createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import type { ApplicationTypeName, FieldError } from '@platform/contracts';
import { EgressRefused } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { ApplicationSettings } from './application-settings.ts';
import { isConfidential, typeRules } from './application-types.ts';
import { originFault, redirectUriFault } from './redirect-uri.ts';

/** Checks that the hub may call a URL. @throws EgressRefused */
export type CheckUrl = (url: string) => unknown;

const maxMetadataPairs = 20;
const minRsaBits = 2048;

const bad = (pointer: string, detail: string): FieldError => ({
  pointer,
  code: 'invalid_format',
  detail,
});

function* typeFaults(
  type: ApplicationTypeName,
  settings: ApplicationSettings,
): Generator<FieldError> {
  const { grantTypes, tokenEndpointAuthMethod } = settings;
  const { grants, authMethods } = typeRules[type];
  for (const [i, grant] of grantTypes.entries()) {
    if (!grants.includes(grant))
      yield bad(
        `/grantTypes/${i}`,
        `is not available for applications of type ${type}; use ${grants.join(', ')}`,
      );
  }
  if (!authMethods.includes(tokenEndpointAuthMethod))
    yield bad(
      '/tokenEndpointAuthMethod',
      `is not available for applications of type ${type}; use ${authMethods.join(', ')}`,
    );
  // RFC 9700 §2.1.1: nothing else binds a code to a public client.
  if (isConfidential(type)) return;
  for (const member of ['requirePkce', 'requireNonce'] as const) {
    if (!settings[member])
      yield bad(
        `/${member}`,
        `must be true for applications of type ${type}, which have no secret`,
      );
  }
}

function* uriFaults(
  type: ApplicationTypeName,
  settings: ApplicationSettings,
): Generator<FieldError> {
  for (const member of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    for (const [i, uri] of settings[member].entries()) {
      const fault = redirectUriFault(uri, type);
      if (fault) yield bad(`/${member}/${i}`, fault);
    }
  }
  for (const [i, origin] of settings.allowedOrigins.entries()) {
    const fault = originFault(origin);
    if (fault) yield bad(`/allowedOrigins/${i}`, fault);
  }
}

function keyFault(key: { kty: string }): string | undefined {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    return key.kty === 'RSA' && (asymmetricKeyDetails?.modulusLength ?? 0) < minRsaBits
      ? `must have at least ${minRsaBits} bits`
      : undefined;
  } catch {
    return 'must be a public key (RFC 7517)';
  }
}

function* keyFaults({
  jwks,
  jwksUri,
  tokenEndpointAuthMethod,
}: ApplicationSettings): Generator<FieldError> {
  if (jwks && jwksUri) yield bad('/jwksUri', 'cannot be combined with jwks; set one of them');
  if (tokenEndpointAuthMethod === 'private_key_jwt' && !jwks && !jwksUri)
    yield {
      pointer: '/jwks',
      code: 'required',
      detail: 'jwks or jwksUri is required for private_key_jwt',
    };
  for (const [i, key] of (jwks?.keys ?? []).entries()) {
    const fault = keyFault(key);
    if (fault) yield bad(`/jwks/keys/${i}`, fault);
  }
}

function* calledFaults(settings: ApplicationSettings, checkUrl: CheckUrl): Generator<FieldError> {
  for (const member of ['jwksUri', 'backchannelLogoutUri'] as const) {
    const url = settings[member];
    if (url === null) continue;
    try {
      checkUrl(url);
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error;
      yield { pointer: `/${member}`, code: error.code, detail: error.message };
    }
  }
}

/** Checks settings against the type and each other. @throws 422 `validation_failed` with one entry per invalid property */
export function checkSettings(
  type: ApplicationTypeName,
  settings: ApplicationSettings,
  checkUrl: CheckUrl,
): void {
  const faults = [
    ...typeFaults(type, settings),
    ...uriFaults(type, settings),
    ...keyFaults(settings),
    ...calledFaults(settings, checkUrl),
  ];
  if (Object.keys(settings.metadata).length > maxMetadataPairs)
    faults.push(bad('/metadata', `must have at most ${maxMetadataPairs} pairs`));
  if (faults.length === 0) return;
  throw problem('validation_failed', {
    detail: faults
      .slice(0, 3)
      .map((f) => `${f.pointer}: ${f.detail}`)
      .join('; '),
    errors: faults,
  });
}
