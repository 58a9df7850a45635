import { useState } from 'react';
import { loginExperience } from '@platform/sdk';
import type { EmailTemplate } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { emailReads } from './email-queries.ts';

/** Deletes the tenant's template, so that the built-in one is sent. */
function UseBuiltIn({ template, onClose }: { template: EmailTemplate; onClose: () => void }) {
  const say = useSay('emails');
  const nameOf = useLanguageName();
  const { type, locale } = template;
  const remove = useWrite(
    (api, of: string) => loginExperience(api).emailTemplates.delete(type, { locale: of }),
    {
      refreshes: emailReads,
      onDone() {
        showToast({ text: say('deleted.toast') });
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      title={say('delete.title')}
      consequences={[say('delete.consequence', { language: nameOf(locale) })]}
      action={say('delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(locale)}
      onClose={onClose}
    />
  );
}

/** What can be done with a template besides editing it. */
export function EmailActions({ template }: { template: EmailTemplate }) {
  const say = useSay('emails');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const { type, requestedLocale, locale, source } = template;
  const test = useWrite(
    (api, of: string, key) =>
      loginExperience(api).emailTemplates.test(type, { locale: of, ...key }),
    {
      refreshes: [],
      onDone: ({ to }) => showToast({ text: say('test.toast', { address: to }) }),
    },
  );
  const isOwn = source === 'custom' && locale === requestedLocale;
  return (
    <>
      <ShowCode
        entries={[
          {
            operation: 'loginExperienceGetEmailTemplate',
            parameters: [type],
            query: { locale: requestedLocale },
          },
        ]}
      />
      {test.error && <ProblemNote error={test.error} />}
      {mayCall(session, 'loginExperienceTestSendEmailTemplate') && (
        <Button isPending={test.isPending} onPress={() => test.mutate(requestedLocale)}>
          {say('test')}
        </Button>
      )}
      {isOwn && mayCall(session, 'loginExperienceDeleteEmailTemplate') && (
        <Button onPress={() => setIsDeleting(true)}>{say('delete')}</Button>
      )}
      {isDeleting && <UseBuiltIn template={template} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
