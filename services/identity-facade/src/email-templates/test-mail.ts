import type { EmailTypeName, Principal } from '@platform/contracts';
import type { ExternalScope } from '@platform/kit/http';
import type { TemplateChoice } from './template-locale.ts';

/** A requested test mail. */
export type TestMailRequest = Pick<ExternalScope, 'read' | 'transact'> & {
  principal: Principal;
  type: EmailTypeName;
  locale: string | undefined;
};

/** A sent test mail. */
export interface TemplateTestMail extends TemplateChoice {
  messageId: string;
  to: string;
  subject: string;
  smtpResponse: string;
  sentAt: string;
}

/** Sends a sample of the stored template immediately. */
export type SendTestMail = (request: TestMailRequest) => Promise<TemplateTestMail>;
