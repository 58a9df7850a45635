import { useState } from 'react';
import type { Activation } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { useDurationWords } from '../../parts/durations.ts';
import { useSignInWords } from '../../parts/sign-in-words.ts';
import { TimeLeft } from '../../parts/time-left.ts';
import { PermissionSentences } from '../roles/permission-sentences.tsx';
import { UserLink, useUserName } from '../users/user-link.tsx';
import { activationStates } from './activation-states.ts';
import { DecideDialog } from './decide-dialog.tsx';
import type { Decision } from './decide-dialog.tsx';
import { useElevationName } from './elevation-names.ts';
import styles from './elevation.module.css';

type Of = { activation: Activation };

/** How the requester had signed in when they asked. */
function SignedIn({ activation: { requestContext } }: Of) {
  const say = useSay('elevation');
  const formats = useFormats();
  const methodsOf = useSignInWords();
  const { acr, amr, authTime, ip } = requestContext;
  if (authTime === null) return say('signedIn.unknown');
  return say.rich('signedIn.how', {
    methods: formats.formatList(methodsOf(amr)),
    acr: acr ?? '—',
    time: <RelativeTime key="time" at={authTime} />,
    ip,
  });
}

function Facts({ activation }: Of) {
  const say = useSay('elevation');
  const { justification, ticket, approvals, requiredApprovals, state, organizationId } = activation;
  const scopes = activation.scopes.length;
  return (
    <DefinitionList
      entries={[
        {
          term: say('why'),
          value: justification === null ? say('why.none') : <Verbatim text={justification} />,
        },
        ...(ticket
          ? [
              {
                term: say('ticket'),
                value: <Verbatim text={`${ticket.system} ${ticket.number}`} />,
              },
            ]
          : []),
        ...(organizationId === null
          ? []
          : [{ term: say('where'), value: <code>{organizationId}</code> }]),
        {
          term: say('allows'),
          value: (
            <details>
              <summary>{say('allows.count', { count: scopes })}</summary>
              <PermissionSentences names={activation.scopes} label={say('allows')} />
            </details>
          ),
        },
        { term: say('signedIn'), value: <SignedIn activation={activation} /> },
        ...(state === 'requested' && requiredApprovals > 1
          ? [
              {
                term: say('approvals'),
                value: say('approvals.of', {
                  given: approvals.length,
                  needed: requiredApprovals,
                }),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Why the user does not decide on a request. */
function WhyNot({ activation: { principal, approvals } }: Of) {
  const say = useSay('elevation');
  const { user } = useSession();
  if (principal.id === user.id) return <p className={styles['note']}>{say('ownRequest')}</p>;
  const hasApproved = approvals.some(({ approver }) => approver.id === user.id);
  return <p className={styles['note']}>{say(hasApproved ? 'approvedByYou' : 'notYours')}</p>;
}

/** When something happens next. */
function Timing({ activation: { state, decisionDeadline, startsAt, endsAt } }: Of) {
  const say = useSay('elevation');
  if (state === 'requested' && decisionDeadline !== null)
    return say.rich('left', { left: <TimeLeft key="left" until={decisionDeadline} /> });
  if (state === 'active' && endsAt !== null)
    return say.rich('endsIn', { left: <TimeLeft key="left" until={endsAt} /> });
  if (state === 'scheduled' && startsAt !== null)
    return say.rich('startsAt', { time: <ExactTime key="time" at={startsAt} /> });
  return null;
}

/** Buttons of what the user can do. */
function useDecisions({ state, canApprove, principal }: Activation): readonly Decision[] {
  const session = useSession();
  const isOwn = principal.id === session.user.id;
  if (state === 'requested') {
    if (canApprove) return ['deny', 'approve'];
    return isOwn ? ['cancel'] : [];
  }
  return isOwn || mayCall(session, 'pimApproveActivation') ? ['end'] : [];
}

/** A request or an elevation: who, what it allows, why, how they signed in, how long; and what can be done. */
export function ActivationCard({ activation }: Of) {
  const say = useSay('elevation');
  const wordsOf = useDurationWords();
  const nameOf = useElevationName();
  const name = useUserName(activation.principal.id);
  const decisions = useDecisions(activation);
  const [decision, setDecision] = useState<Decision>();
  const { principal, state, durationSeconds, requestedAt, canApprove } = activation;
  const isRequest = state === 'requested';
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <div>
          <p className={styles['what']}>
            {say.rich(isRequest ? 'asks' : 'has', {
              who: <UserLink key="who" id={principal.id} />,
              what: <strong key="what">{nameOf(activation)}</strong>,
            })}
          </p>
          <p className={styles['facts']}>
            <StatusDot state={activationStates[state]}>{say(`state.${state}`)}</StatusDot>
            <span>{say('asks.for', { duration: wordsOf(durationSeconds) })}</span>
            <span>
              {say.rich('asks.at', { time: <RelativeTime key="time" at={requestedAt} /> })}
            </span>
            <span>
              <Timing activation={activation} />
            </span>
          </p>
        </div>
        <div className={styles['actions']}>
          {decisions.map((one) => (
            <Button
              key={one}
              kind={one === 'approve' ? 'primary' : undefined}
              aria-label={one === 'end' ? say('endOf', { name }) : undefined}
              onPress={() => setDecision(one)}
            >
              {say(one)}
            </Button>
          ))}
        </div>
      </div>
      {isRequest && !canApprove && <WhyNot activation={activation} />}
      <Facts activation={activation} />
      {decision && (
        <DecideDialog
          decision={decision}
          activation={activation}
          onClose={() => setDecision(undefined)}
        />
      )}
    </li>
  );
}
