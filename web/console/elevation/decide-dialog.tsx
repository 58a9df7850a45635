import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pim } from '@platform/sdk';
import type { Activation, ActivationDecision } from '@platform/sdk';
import { showElevation, useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useDurationWords } from '../../parts/durations.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useUserName } from '../users/user-link.tsx';
import { useElevationName } from './elevation-names.ts';

/** What a user does with an activation. Only approving is an operation of its own. */
export type Decision = 'approve' | 'deny' | 'cancel' | 'end';

const toasts = {
  approve: 'approved.toast',
  deny: 'denied.toast',
  cancel: 'cancelled.toast',
  end: 'ended.toast',
} as const;

export interface DecideDialogProps {
  decision: Decision;
  activation: Activation;
  onClose: () => void;
}

/** Asks before a decision, and says what it means. */
export function DecideDialog({ decision, activation, onClose }: DecideDialogProps) {
  const say = useSay('elevation');
  const wordsOf = useDurationWords();
  const nameOf = useElevationName();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { id, principal, durationSeconds } = activation;
  const name = useUserName(principal.id);
  const [comment, setComment] = useState('');
  const isOwn = principal.id === user.id;
  const decide = useWrite(
    (api, body: ActivationDecision, key) =>
      pim(api).activations[decision === 'approve' ? 'approve' : 'revoke'](id, body, key),
    {
      refreshes: ['pimListActivations', 'pimListEligible', 'pimGetActiveScopes'],
      onDone() {
        showToast({ text: say(toasts[decision]) });
        if (isOwn) void showElevation(queryClient).catch(() => undefined);
        onClose();
      },
    },
  );
  const about = decision === 'cancel' ? 'deny' : decision;
  const values = { name, what: nameOf(activation), duration: wordsOf(durationSeconds) };
  return (
    <ConfirmDialog
      title={decision === 'cancel' ? say('cancel') : say(`decide.${about}`, values)}
      consequences={[say(`decide.${about}Text`, values)]}
      action={say(decision)}
      isDanger={decision !== 'approve'}
      isOpen
      isPending={decide.isPending}
      problem={decide.error && <ProblemNote error={decide.error} />}
      onConfirm={() => decide.mutate(comment.trim() === '' ? {} : { comment: comment.trim() })}
      onClose={onClose}
    >
      {!isOwn && (
        <TextArea
          label={say('comment')}
          hint={say('comment.hint', { name })}
          value={comment}
          onChange={setComment}
          maxLength={1_000}
          rows={2}
          isOptional
        />
      )}
    </ConfirmDialog>
  );
}
