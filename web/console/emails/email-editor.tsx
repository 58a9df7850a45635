import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isProblem, loginExperience } from '@platform/sdk';
import type { EmailTemplate } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useSettledValues } from '../../parts/settled-values.ts';
import { EmailFields } from './email-fields.tsx';
import { EmailPreviewPanel } from './email-preview.tsx';
import { emailPreviewQuery, emailReads } from './email-queries.ts';
import { emailBody, emailValues } from './email-values.ts';
import type { EmailValues } from './email-values.ts';
import styles from './emails.module.css';

interface EmailEditorProps {
  template: EmailTemplate;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** The form of a template, and the e-mail with what is in it. */
export function EmailEditor({ template, etag, isReadOnly }: EmailEditorProps) {
  const say = useSay('emails');
  const sayProblem = useSay('problems');
  const { type, locale: found, requestedLocale: locale } = template;
  const form = useForm<EmailValues>({ defaultValues: emailValues(template), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    // The version of another language is not that of the template to write.
    read: { value: template, etag: found === locale ? etag : undefined },
    valuesOf: emailValues,
    send: (api, _, ifMatch) =>
      loginExperience(api).emailTemplates.put(type, emailBody(form.getValues()), {
        locale,
        ...(ifMatch !== undefined && { ifMatch }),
      }),
    reread: (api) => loginExperience(api).emailTemplates.get(type, { locale }),
    refreshes: emailReads,
  });
  useDraft(form, `email ${type} ${locale}`);
  const values = useSettledValues(form);
  const preview = useQuery({
    ...emailPreviewQuery(type, { locale, template: emailBody(values) }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { error } = preview;
  const findings = isProblem(error, 'validation_failed') ? findingsOf(error, sayProblem) : [];
  return (
    <>
      <div className={styles['editor']}>
        <Form form={form} save={save}>
          <EmailFields
            form={form}
            template={template}
            findings={new Map(findings.map(({ pointer, detail }) => [pointer.slice(1), detail]))}
            isReadOnly={isReadOnly}
          />
        </Form>
        <div className={styles['preview']}>
          <EmailPreviewPanel query={preview} />
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(name) => say(`field.${name as keyof EmailValues}`)}
          mergesLines
        />
      )}
    </>
  );
}
