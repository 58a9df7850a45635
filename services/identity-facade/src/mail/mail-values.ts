import { looksLikeUrl } from '@platform/contracts';
import type { TemplateValues } from '../email-templates/template-data.ts';

const maxLength = 64;
/** Values that people choose themselves, including the name of their browser: a mail must not carry a stranger's message. */
const personal = [
  'user.givenName',
  'user.familyName',
  'user.displayName',
  'inviter.displayName',
  'organization.name',
  'request.userAgent',
];

const cut = (value: string): string =>
  [...value].length > maxLength ? `${[...value].slice(0, maxLength - 1).join('')}…` : value;

const tame = (value: string, fallback: string): string => {
  const plain = value.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return cut(looksLikeUrl(plain) ? fallback : plain);
};

/** Replaces values that are not safe to show: long ones, and those with web addresses. */
export function tamedValues(values: TemplateValues): TemplateValues {
  const email = String(values['user.email'] ?? '');
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const names = personal
    .filter((name) => typeof values[name] === 'string')
    .map((name) => {
      const fallback = name === 'request.userAgent' ? '' : localPart;
      return [name, tame(String(values[name]), fallback)] as const;
    });
  const message = String(values['message'] ?? '');
  return {
    ...values,
    ...Object.fromEntries(names),
    // Longer than a name, and by a person who may invite; but no mail of the platform links to external pages.
    message: looksLikeUrl(message) ? '' : message,
  };
}
