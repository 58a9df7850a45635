import type { EmailTemplateInput, EmailTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A row of email_templates. */
export interface TemplateRecord extends EmailTemplateInput {
  type: EmailTypeName;
  locale: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `type, locale, subject, html, plain_text AS "text", from_name, reply_to, enabled,
  link_lifetime_seconds, version, created_at, updated_at`;

export const findTemplate = (
  tx: Tx,
  type: EmailTypeName,
  locale: string,
): Promise<TemplateRecord | undefined> =>
  tx.row<TemplateRecord>(
    `SELECT ${columns} FROM email_templates WHERE tenant_id = $1 AND type = $2 AND locale = $3`,
    [tx.context.tenantId, type, locale],
  );

/** Locales of a type, with the time of their last change. */
export const listTemplateLocales = (
  tx: Tx,
  type: EmailTypeName,
): Promise<Pick<TemplateRecord, 'locale' | 'updatedAt'>[]> =>
  tx.rows<Pick<TemplateRecord, 'locale' | 'updatedAt'>>(
    `SELECT locale, updated_at FROM email_templates WHERE tenant_id = $1 AND type = $2 ORDER BY locale`,
    [tx.context.tenantId, type],
  );

/** Writers of a type come one after the other. */
export const lockTemplates = (tx: Tx, type: EmailTypeName): Promise<number> =>
  tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `email_templates ${tx.context.tenantId} ${type}`,
  ]);

export const saveTemplate = (tx: Tx, t: TemplateRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO email_templates (tenant_id, type, locale, subject, html, plain_text, from_name, reply_to, enabled, link_lifetime_seconds, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (tenant_id, type, locale) DO UPDATE SET subject = excluded.subject, html = excluded.html, plain_text = excluded.plain_text,
       from_name = excluded.from_name, reply_to = excluded.reply_to, enabled = excluded.enabled, link_lifetime_seconds = excluded.link_lifetime_seconds,
       version = excluded.version, updated_at = excluded.updated_at`,
    [
      tx.context.tenantId,
      t.type,
      t.locale,
      t.subject,
      t.html,
      t.text,
      t.fromName,
      t.replyTo,
      t.enabled,
      t.linkLifetimeSeconds,
      t.version,
      t.createdAt,
      t.updatedAt,
    ],
  );

/** Deletes one locale, or all; answers which. */
export const deleteTemplates = async (
  tx: Tx,
  type: EmailTypeName,
  locale: string | undefined,
): Promise<string[]> =>
  (
    await tx.rows<{ locale: string }>(
      'DELETE FROM email_templates WHERE tenant_id = $1 AND type = $2 AND ($3::text IS NULL OR locale = $3) RETURNING locale',
      [tx.context.tenantId, type, locale ?? null],
    )
  ).map((row) => row.locale);
