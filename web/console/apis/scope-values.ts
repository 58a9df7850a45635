import type { ApiScope, PutApiScopeRequest } from '@platform/sdk';

/** Languages of the sign-in pages that everyone can write; a scope can have others. */
export const usualLocales = ['en', 'de', 'fr', 'es'] as const;
export const acrs = ['none', 'aal1', 'aal2', 'aal3', 'phr', 'phrh'] as const;
type Acr = Exclude<(typeof acrs)[number], 'none'>;

/** The form of a scope. Texts are by locale; an empty one is absent. */
export interface ScopeValues {
  name: string;
  displayName: Record<string, string>;
  description: Record<string, string>;
  permission: string;
  acr: string;
  maxAge: string;
  sensitive: boolean;
}

/** The values of a scope, or those of a new one. */
export const scopeValues = (scope: ApiScope | undefined): ScopeValues => ({
  name: scope?.name ?? '',
  displayName: { ...scope?.displayName },
  description: { ...scope?.description },
  permission: scope?.permission ?? '',
  acr: scope?.requires?.acr ?? 'none',
  maxAge: scope?.requires?.maxAgeSeconds === undefined ? '' : String(scope.requires.maxAgeSeconds),
  sensitive: scope?.sensitive ?? false,
});

const written = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]) =>
      (text ?? '').trim() === '' ? [] : [[locale, text.trim()]],
    ),
  );

/** The locales that have a sentence. */
export const writtenLocales = (texts: Record<string, string>): string[] =>
  Object.keys(written(texts));

/** The whole scope that a request sets. */
export function scopeBody(values: ScopeValues): PutApiScopeRequest {
  const { acr, maxAge, permission, sensitive } = values;
  const requires = {
    ...(acr !== 'none' && { acr: acr as Acr }),
    ...(maxAge.trim() !== '' && { maxAgeSeconds: Number(maxAge) }),
  };
  return {
    displayName: written(values.displayName),
    description: written(values.description),
    permission: permission.trim() || null,
    requires: Object.keys(requires).length > 0 ? requires : null,
    sensitive,
  };
}
