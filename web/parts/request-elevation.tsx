import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { pim } from '@platform/sdk';
import type { ActivationRequest, OwnEligibility } from '@platform/sdk';
import { findingsOf } from '../client/field-words.ts';
import { showElevation } from '../client/session-query.ts';
import { useWrite } from '../client/write.ts';
import { Button } from '../kit/controls/button.tsx';
import { Select } from '../kit/controls/select.tsx';
import { TextArea, TextField } from '../kit/controls/text-field.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ProblemNote } from './problem-note.tsx';
import { durationChoices, useDurationWords } from './durations.ts';
import styles from './request-elevation.module.css';

export interface RequestElevationProps {
  eligibility: OwnEligibility;
  name: string;
  onClose: () => void;
}

/** Requests an activation, with what its rules require. The platform asks for a stronger sign-in if the rules do. */
export function RequestElevation({ eligibility, name, onClose }: RequestElevationProps) {
  const say = useSay('account-elevation');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const wordsOf = useDurationWords();
  const queryClient = useQueryClient();
  const { id: eligibleAssignmentId, rules } = eligibility;
  const { requireJustification, requireTicket, requireApproval } = rules;
  const [seconds, setSeconds] = useState(String(rules.defaultDurationSeconds));
  const [justification, setJustification] = useState('');
  const [ticket, setTicket] = useState({ system: '', number: '' });
  const id = useId();
  const request = useWrite(
    (api, body: ActivationRequest, key) => pim(api).activations.create(body, key),
    {
      refreshes: ['pimListEligible', 'pimListActivations', 'meActivityList'],
      onDone({ state }) {
        if (state === 'active') void showElevation(queryClient).catch(() => undefined);
        onClose();
      },
    },
  );
  const findings = request.error ? findingsOf(request.error, sayProblem) : [];
  const problemOf = (pointer: string) =>
    findings.find((finding) => finding.pointer.startsWith(pointer))?.detail;
  const isPlaced = findings.some(({ pointer }) =>
    /^\/(justification|ticket|duration)/.test(pointer),
  );
  const isMissing =
    (requireJustification && justification.trim() === '') ||
    (requireTicket && (ticket.system.trim() === '' || ticket.number.trim() === ''));
  const send = () =>
    request.mutate({
      eligibleAssignmentId,
      durationSeconds: Number(seconds),
      ...(justification.trim() !== '' && { justification: justification.trim() }),
      ...(ticket.number.trim() !== '' && { ticket }),
    });
  return (
    <Dialog
      title={say('request.title', { name })}
      isOpen
      isDismissable={!request.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={request.isPending}>
            {sayApp('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            isPending={request.isPending}
            isDisabled={isMissing}
          >
            {say(requireApproval ? 'request.send' : 'request.activate')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !request.isPending) send();
        }}
      >
        {requireApproval && <p>{say('request.approval', { count: rules.requiredApprovals })}</p>}
        <Select
          label={say('request.duration')}
          choices={durationChoices(rules).map((one) => ({ id: String(one), label: wordsOf(one) }))}
          value={seconds}
          onChange={setSeconds}
          problem={problemOf('/duration')}
        />
        <TextArea
          label={say('request.justification')}
          isOptional={!requireJustification}
          value={justification}
          onChange={setJustification}
          problem={problemOf('/justification')}
        />
        {requireTicket && (
          <>
            <TextField
              label={say('request.ticketSystem')}
              value={ticket.system}
              onChange={(system) => setTicket((given) => ({ ...given, system }))}
              problem={problemOf('/ticket/system')}
            />
            <TextField
              label={say('request.ticketNumber')}
              isCode
              value={ticket.number}
              onChange={(number) => setTicket((given) => ({ ...given, number }))}
              problem={problemOf('/ticket/number')}
            />
          </>
        )}
      </form>
      {request.error && !isPlaced && <ProblemNote error={request.error} />}
    </Dialog>
  );
}
