import type { ApiScope, PutApiScopeRequest } from '@platform/sdk';
import { requirementBody, requirementValues } from './sign-in-requirement.ts';
import type { RequirementValues } from './sign-in-requirement.ts';

/** Languages of the sign-in pages that everyone can write; a scope can have others. */
export const usualLocales = ['en', 'de', 'fr', 'es'] as const;

/** The form of a scope. Texts are by locale; an empty one is absent. */
export interface ScopeValues extends RequirementValues {
  name: string;
  displayName: Record<string, string>;
  description: Record<string, string>;
  permission: string;
  sensitive: boolean;
}

/** The values of a scope, or those of a new one. */
export const scopeValues = (scope: ApiScope | undefined): ScopeValues => ({
  name: scope?.name ?? '',
  displayName: { ...scope?.displayName },
  description: { ...scope?.description },
  permission: scope?.permission ?? '',
  ...requirementValues(scope?.requires),
  sensitive: scope?.sensitive ?? false,
});

/** Texts by locale, without empty ones. */
export const writtenTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]) =>
      (text ?? '').trim() === '' ? [] : [[locale, text.trim()]],
    ),
  );

/** The locales that have a sentence. */
export const writtenLocales = (texts: Record<string, string>): string[] =>
  Object.keys(writtenTexts(texts));

/** The whole scope that a request sets. */
export const scopeBody = (values: ScopeValues): PutApiScopeRequest => ({
  displayName: writtenTexts(values.displayName),
  description: writtenTexts(values.description),
  permission: values.permission.trim() || null,
  requires: requirementBody(values),
  sensitive: values.sensitive,
});
