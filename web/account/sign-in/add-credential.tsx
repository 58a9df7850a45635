import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem, me } from '@platform/sdk';
import type { Enrollment } from '@platform/sdk';
import { refreshReads } from '../../client/query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';
import {
  AlreadyEnrolled,
  PromptClosed,
  canCreateCredentials,
  completeWithBrowser,
} from './web-authn.ts';

/** Reads that show a new or removed method. */
export const methodReads = ['meSignInMethodList', 'meActivityList'] as const;

type CredentialKind = 'passkey' | 'security_key';

/** Enrolls a passkey or security key. What has begun is kept while the dialog is open: a closed prompt is no reason to begin again. */
function useEnroll(type: CredentialKind, onDone: () => void) {
  const { api } = useWebClient();
  const queryClient = useQueryClient();
  const begun = useRef<Enrollment>(undefined);
  return useMutation({
    async mutationFn(label: string) {
      begun.current ??= await me(api).authenticators.create({ type });
      try {
        await completeWithBrowser(api, begun.current, label);
      } catch (error) {
        // It has been used, or has expired.
        if (isProblem(error)) begun.current = undefined;
        throw error;
      }
    },
    async onSuccess() {
      onDone();
      await refreshReads(queryClient, methodReads);
    },
  });
}

export interface AddCredentialProps {
  type: CredentialKind;
  onClose: () => void;
}

/** Sets up a passkey or security key, under a name that tells it from others. */
export function AddCredential({ type, onClose }: AddCredentialProps) {
  const say = useSay('account-sign-in');
  const enroll = useEnroll(type, onClose);
  const { error } = enroll;
  const isClosed = error instanceof PromptClosed;
  const isKnown = error instanceof AlreadyEnrolled;
  const canCreate = canCreateCredentials();
  return (
    <TextDialog
      title={say(`${type}.addTitle`)}
      field={{
        label: say('name'),
        hint: say(`${type}.nameHint`),
        isOptional: true,
        maxLength: 100,
      }}
      action={say(isClosed ? 'tryAgain' : 'continue')}
      other={
        <>
          {isClosed && <Banner state="info">{say('prompt.closed')}</Banner>}
          {isKnown && <Banner state="info">{say('prompt.known')}</Banner>}
          {!canCreate && <Banner state="warning">{say('prompt.unsupported')}</Banner>}
        </>
      }
      isPending={enroll.isPending}
      error={isClosed || isKnown ? null : error}
      onSubmit={(label) => canCreate && enroll.mutate(label)}
      onClose={onClose}
    >
      <p>{say(`${type}.addText`)}</p>
    </TextDialog>
  );
}
