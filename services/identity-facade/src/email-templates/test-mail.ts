import type {
  EmailPreviewResource,
  EmailTemplateInput,
  EmailTypeName,
  Principal,
} from '@platform/contracts';
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

/** A requested preview: of a template that has not been saved, or of the one that is sent. */
export type MailPreviewRequest = Pick<TestMailRequest, 'principal' | 'type' | 'locale' | 'read'> & {
  template: EmailTemplateInput | undefined;
};

/** Renders a mail with sample data. */
export type PreviewMail = (
  request: MailPreviewRequest,
) => Promise<Omit<EmailPreviewResource, 'path'>>;
