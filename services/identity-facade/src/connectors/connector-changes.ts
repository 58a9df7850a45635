import { CreateSocialConnectorRequest } from '@platform/contracts';
import type { SocialConnectorInput, SocialConnectorPatch } from '@platform/contracts';
import { parseBody } from '@platform/kit/http';
import type { ConnectorSettings } from './connector-record.ts';
import type { ConnectorSecrets } from './connector-secrets.ts';

/** A connector in two parts: public settings and secrets. */
export interface ConnectorParts {
  settings: ConnectorSettings;
  secrets: ConnectorSecrets;
}

/** Splits a request body into settings and secrets. */
export function partsOf({
  clientSecret,
  apple,
  ...settings
}: SocialConnectorInput): ConnectorParts {
  const { privateKey, ...shown } = apple ?? {};
  return {
    settings: apple ? { ...settings, apple: shown as { teamId: string; keyId: string } } : settings,
    secrets: { clientSecret, privateKey },
  };
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (value !== undefined) result[name] = merged(result[name], value);
  }
  return result;
}

/** Applies a merge patch to a connector. @throws 422 if the result is invalid */
export function patchedParts(
  { settings, secrets }: ConnectorParts,
  patch: SocialConnectorPatch,
): ConnectorParts {
  const apple = settings.apple && { ...settings.apple, privateKey: secrets.privateKey };
  const whole = { ...settings, clientSecret: secrets.clientSecret, apple };
  const known = JSON.parse(JSON.stringify(whole)) as Json;
  return partsOf(parseBody(CreateSocialConnectorRequest, merged(known, patch)));
}

const flat = ({ settings, secrets }: ConnectorParts): Json => ({
  ...settings,
  clientSecret: secrets.clientSecret,
  'apple/privateKey': secrets.privateKey,
});

/** JSON Pointers to the differences; a secret appears by name only. */
export function changedPointers(before: ConnectorParts, after: ConnectorParts): string[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => `/${name}`);
}
