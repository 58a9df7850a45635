import { createPrivateKey } from 'node:crypto';
import type { FieldError, ProviderKind } from '@platform/contracts';
import { providerKind } from '@platform/contracts';
import { invalidFields, problem } from '@platform/kit/problem';
import type { ConnectorSettings } from './connector-record.ts';
import type { ConnectorSecrets } from './connector-secrets.ts';

const maxConnectors = 40;

/** The kind of the provider in a path. @throws 404 */
function requireProvider(provider: string): ProviderKind {
  const kind = providerKind(provider);
  if (kind === undefined)
    throw problem('not_found', { detail: `"${provider}" is not a social provider` });
  return kind;
}

/** @throws 422 above the limit */
export function requireConnectorRoom(present: number): void {
  if (present < maxConnectors) return;
  const detail = `A tenant can have at most ${maxConnectors} social connectors`;
  throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
}

const required = (pointer: string, detail = 'is required for this provider'): FieldError => ({
  pointer,
  code: 'required',
  detail,
});
const unexpected = (pointer: string): FieldError => ({
  pointer,
  code: 'invalid_format',
  detail: 'does not apply to this provider',
});

const isP256 = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
};

function appleFaults({ apple }: ConnectorSettings, { privateKey }: ConnectorSecrets): FieldError[] {
  const faults: FieldError[] = [];
  if (!apple) faults.push(required('/apple'));
  else if (privateKey === undefined) faults.push(required('/apple/privateKey'));
  if (privateKey !== undefined && !isP256(privateKey))
    faults.push({
      pointer: '/apple/privateKey',
      code: 'invalid_format',
      detail: 'must be a P-256 key',
    });
  return faults;
}

function endpointFaults(kind: ProviderKind, { oidc }: ConnectorSettings): FieldError[] {
  if (!oidc) return [required('/oidc')];
  if (kind === 'oidc' && oidc.issuer !== undefined) return [];
  const needed =
    kind === 'oidc'
      ? (['authorizationEndpoint', 'tokenEndpoint', 'jwksUri', 'userinfoEndpoint'] as const)
      : (['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint'] as const);
  return needed
    .filter((name) => oidc[name] === undefined)
    .map((name) => required(`/oidc/${name}`, 'is required without an issuer'));
}

const isGeneric = (kind: ProviderKind): boolean => kind === 'oidc' || kind === 'oauth2';

function strayFaults(kind: ProviderKind, settings: ConnectorSettings): FieldError[] {
  const faults: FieldError[] = [];
  if (settings.apple && kind !== 'apple') faults.push(unexpected('/apple'));
  if (settings.microsoft && kind !== 'microsoft') faults.push(unexpected('/microsoft'));
  if (settings.oidc && !isGeneric(kind)) faults.push(unexpected('/oidc'));
  if (settings.trustUpstreamAssurance && kind !== 'oidc')
    faults.push(unexpected('/trustUpstreamAssurance'));
  return faults;
}

/** @throws 422 if the provider cannot be used with the settings */
export function requireUsable(
  provider: string,
  settings: ConnectorSettings,
  secrets: ConnectorSecrets,
): void {
  const kind = requireProvider(provider);
  const faults = strayFaults(kind, settings);
  if (kind === 'apple') faults.push(...appleFaults(settings, secrets));
  if (isGeneric(kind)) {
    faults.push(...endpointFaults(kind, settings));
    if (settings.displayName === undefined) faults.push(required('/displayName'));
  }
  const isPublic = kind === 'apple' || settings.oidc?.tokenEndpointAuth === 'none';
  if (!isPublic && secrets.clientSecret === undefined) faults.push(required('/clientSecret'));
  if (faults.length === 0) return;
  throw invalidFields(faults);
}
