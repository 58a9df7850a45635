import type { EmailTypeName } from '@platform/contracts';
import type { SecretBox } from '@platform/kit/secrets';
import type { MailRequest } from './mail-rendering.ts';
import type { QueuedMail } from './mail-store.ts';

/** Rows keep it until the mail is done, a day at most, so the column is not resealed. */
const contextOf = (tenantId: string, id: string) => ({
  tenantId,
  field: `email_messages/${id}/content`,
});

type Kept = Omit<MailRequest, 'type'>;

/** Seals the content of a mail: it contains links and codes that open accounts. */
export const sealContent = (
  secrets: Pick<SecretBox, 'seal'>,
  tenantId: string,
  id: string,
  content: Kept,
): string => secrets.seal(JSON.stringify(content), contextOf(tenantId, id));

/** Reverts {@link sealContent}. */
export const openMailContent = (
  secrets: Pick<SecretBox, 'open'>,
  tenantId: string,
  { id, type, content }: Pick<QueuedMail, 'id' | 'type' | 'content'>,
): MailRequest => ({
  ...(JSON.parse(secrets.open(content, contextOf(tenantId, id))) as Kept),
  type: type as EmailTypeName,
});
