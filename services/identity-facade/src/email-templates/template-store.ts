import type { EmailTypeName } from '@platform/contracts';
import { given, lock } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityLocks } from '../advisory-locks.ts';
import { identityFacade } from '../generated/tables.ts';

const stored = identityFacade.table('emailTemplates').narrow<{ type: EmailTypeName }>();
const templates = stored.omit('plainText').compute((of) => ({ text: of.ref('plainText') }));

export type TemplateRecord = RowOf<typeof templates>;

export const findTemplate = (
  tx: Tx,
  type: EmailTypeName,
  locale: string,
): Promise<TemplateRecord | undefined> => templates.find(tx, { type, locale });

/** Locales of a type, with the time of their last change. */
export const listTemplateLocales = (
  tx: Tx,
  type: EmailTypeName,
): Promise<Pick<TemplateRecord, 'locale' | 'updatedAt'>[]> =>
  stored.pick('locale', 'updatedAt').list(tx, { where: { type }, orderBy: 'locale' });

/** Lists the tenant's own templates of all types, without their texts. */
export const listOwnTemplates = (
  tx: Tx,
): Promise<Pick<TemplateRecord, 'type' | 'locale' | 'subject' | 'enabled' | 'updatedAt'>[]> =>
  stored
    .pick('type', 'locale', 'subject', 'enabled', 'updatedAt')
    .list(tx, { orderBy: ['type', 'locale'] });

/** Serializes the writers of a type. */
export const lockTemplates = (tx: Tx, type: EmailTypeName): Promise<number> =>
  lock(tx, identityLocks.emailTemplates, `${tx.context.tenantId} ${type}`);

export const saveTemplate = (tx: Tx, { text, ...template }: TemplateRecord): Promise<number> =>
  stored.upsert(tx, { ...template, plainText: text }, ['type', 'locale']);

/** Deletes one locale, or all. Returns the deleted locales. */
export const deleteTemplates = async (
  tx: Tx,
  type: EmailTypeName,
  locale: string | undefined,
): Promise<string[]> =>
  (await stored.pick('locale').deleteRows(tx, { type, ...given({ locale }) })).map(
    (row) => row.locale,
  );
