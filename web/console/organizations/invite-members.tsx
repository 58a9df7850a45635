import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { CreateInvitationRequest, InvitationWithSecret } from '@platform/sdk';
import { problemWords } from '../../client/problem-words.ts';
import { refreshReads } from '../../client/query.ts';
import { runMany } from '../../client/run-many.ts';
import type { ManyOutcome, ManyProgress } from '../../client/run-many.ts';
import { useWebClient } from '../../client/web-client.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pastedAddresses } from './pasted-addresses.ts';
import { RoleField } from './role-field.tsx';

interface InviteValues {
  emails: string;
  roles: readonly string[];
  message: string;
}

/** Each address with why it was not invited. */
function Failures({ failed }: { failed: ManyOutcome<string>['failed'] }) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  return (
    <Banner state="error" isLive title={say('invite.failed', { count: failed.length })}>
      <ul>
        {failed.map(({ of, error }) => {
          const { key, values } = problemWords(error);
          return (
            <li key={of}>
              <bdi>{of}</bdi>: {sayProblem(key, values)}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

/** Invites everybody of a pasted list. Those who could not be invited stay in the list, with the reason. */
export function InviteMembers({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const say = useSay('organizations');
  const sayProblem = useSay('problems');
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const form = useForm<InviteValues>({ defaultValues: { emails: '', roles: [], message: '' } });
  const [progress, setProgress] = useState<ManyProgress>();
  const [failed, setFailed] = useState<ManyOutcome<string>['failed']>([]);
  /** Links that the platform does not send, because it sends no e-mail. */
  const [links, setLinks] = useState<string>();
  const { addresses } = pastedAddresses(form.watch('emails'));
  const requestOf = (email: string, { roles, message }: InviteValues): CreateInvitationRequest => ({
    email,
    ...(roles.length > 0 && { roles: [...roles] }),
    ...(message.trim() !== '' && { message: message.trim() }),
  });

  async function save(_: unknown, values: InviteValues) {
    const made: InvitationWithSecret[] = [];
    const outcome = await runMany(
      pastedAddresses(values.emails).addresses,
      async (email) => {
        const key = { idempotencyKey: crypto.randomUUID() };
        made.push(
          await organizations(api).invitations.create(orgId, requestOf(email, values), key),
        );
      },
      { onProgress: setProgress },
    );
    setProgress(undefined);
    setFailed(outcome.failed);
    await refreshReads(queryClient, ['organizationInvitationsList']);
    const unsent = made.filter(({ delivery }) => delivery === 'not_configured');
    const sent = made.length - unsent.length;
    if (sent > 0) showToast({ text: say('invite.done', { count: sent }) });
    if (unsent.length > 0)
      setLinks(
        unsent.map(({ email, acceptUrl, token }) => `${email} ${acceptUrl ?? token}`).join('\n'),
      );
    else if (outcome.failed.length === 0) onClose();
    if (outcome.failed.length === 0) return undefined;
    form.setValue('emails', outcome.failed.map(({ of }) => of).join('\n'));
    return [{ pointer: '', detail: say('invite.kept') }];
  }

  if (links !== undefined)
    return (
      <SecretDialog
        title={say('invite.links')}
        secret={links}
        fileName="invitations.txt"
        onClose={() => (failed.length > 0 ? setLinks(undefined) : onClose())}
      />
    );
  return (
    <FormDialog
      title={say('invite.title')}
      form={form}
      save={async (patch, values) => (await save(patch, values)) ?? []}
      submit={
        progress
          ? say('invite.progress', { ...progress })
          : say('invite', { count: addresses.length })
      }
      code={[
        {
          operation: 'organizationInvitationsCreate',
          parameters: [orgId],
          body: requestOf(addresses[0] ?? 'ada@example.com', form.watch()),
        },
      ]}
      onClose={onClose}
    >
      {failed.length > 0 && <Failures failed={failed} />}
      <FormField
        form={form}
        name="emails"
        label={say('invite.emails')}
        rules={{
          validate(text) {
            const found = pastedAddresses(text);
            const [other] = found.others;
            if (other !== undefined) return say('invite.notAddress', { text: other });
            return found.addresses.length > 0 || sayProblem('field_required');
          },
        }}
      >
        {(field) => <TextArea {...field} rows={6} hint={say('invite.hint')} isCode autoFocus />}
      </FormField>
      <FormField form={form} name="roles" label={say('roles')}>
        {(field) => <RoleField {...field} hint={say('roles.default')} />}
      </FormField>
      <FormField form={form} name="message" label={say('invite.message')}>
        {(field) => <TextArea {...field} hint={say('invite.message.hint')} isOptional />}
      </FormField>
    </FormDialog>
  );
}
