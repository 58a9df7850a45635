import { looksLikeUrl } from '@platform/contracts';
import type { TemplateValues } from '../email-templates/template-data.ts';

const maxLength = 64;
/** What people choose themselves, the name of their browser too: a mail must not carry what a stranger wants to say. */
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

/** Values with names that are safe to show: short, and no addresses of the web. */
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
    // Longer than a name, and of somebody who may invite; but no mail of ours leads to pages of theirs.
    message: looksLikeUrl(message) ? '' : message,
  };
}
