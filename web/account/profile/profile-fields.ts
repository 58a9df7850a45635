import type { ProfileField } from '@platform/sdk';
import { nameOf } from './profile-values.ts';

/** Groups of the form, in its order. */
const groupOf = {
  displayName: 'name',
  'name.givenName': 'name',
  'name.familyName': 'name',
  nickname: 'name',
  username: 'account',
  title: 'account',
  locale: 'account',
  timeZone: 'account',
  'name.middleName': 'more',
  'name.honorificPrefix': 'more',
  'name.honorificSuffix': 'more',
  pictureUrl: 'more',
  profileUrl: 'more',
} as const;

/** A property that every user has; the application names it. */
export type StandardField = keyof typeof groupOf;

const order = Object.keys(groupOf);

export const isStandard = (name: string): name is StandardField => Object.hasOwn(groupOf, name);

export interface FieldGroup {
  /** One of the application, or the heading of the tenant's attributes; null if they have none. */
  title: { own: 'name' | 'account' | 'more' } | { tenant: string | null };
  fields: readonly ProfileField[];
}

const rank = (field: ProfileField): number => order.indexOf(nameOf(field));

/** The fields in groups: those of every user, then the attributes of the tenant. The formatted name follows from its parts. */
export function fieldGroups(fields: readonly ProfileField[]): readonly FieldGroup[] {
  const standard = fields
    .filter((field) => isStandard(nameOf(field)))
    .toSorted((a, b) => rank(a) - rank(b));
  const own = (['name', 'account'] as const).map((group) => ({
    title: { own: group },
    fields: standard.filter((field) => groupOf[nameOf(field) as StandardField] === group),
  }));
  const attributes = fields.filter(({ pointer }) => pointer.startsWith('/metadata/'));
  const tenant = [...new Set(attributes.map(({ group }) => group))].map((group) => ({
    title: { tenant: group },
    fields: attributes.filter((field) => field.group === group),
  }));
  const more = {
    title: { own: 'more' as const },
    fields: standard.filter((field) => groupOf[nameOf(field) as StandardField] === 'more'),
  };
  return [...own, ...tenant, more].filter((group) => group.fields.length > 0);
}
