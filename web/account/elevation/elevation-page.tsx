import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Clock, TrendingUp } from 'lucide-react';
import { pim } from '@platform/sdk';
import type { Activation, OwnEligibility } from '@platform/sdk';
import { showElevation, useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { useDurationWords } from '../../parts/durations.ts';
import { activationsQuery, eligibleQuery, mayElevate } from './elevation-queries.ts';
import { RequestElevation } from '../../parts/request-elevation.tsx';

const openStates: readonly Activation['state'][] = ['requested', 'scheduled', 'active'];
const isOpen = ({ state }: Activation): boolean => openStates.includes(state);

const states = {
  requested: 'info',
  scheduled: 'info',
  active: 'ok',
  denied: 'error',
  cancelled: 'neutral',
  timed_out: 'warning',
  revoked: 'warning',
  expired: 'neutral',
} as const;

type Named = Pick<Activation, 'role' | 'scopes'> | Pick<OwnEligibility, 'role' | 'scopes'>;

/** What an elevation is called: its role, or its scopes. */
function useNameOf(): (one: Named) => string {
  const formats = useFormats();
  return ({ role, scopes }) => role ?? formats.formatList(scopes ?? []);
}

function ActivationRow({ activation }: { activation: Activation }) {
  const say = useSay('account-elevation');
  const nameOf = useNameOf();
  const queryClient = useQueryClient();
  const { id, state, requestedAt, endsAt, justification } = activation;
  const end = useWrite((api, _: null, key) => pim(api).activations.revoke(id, {}, key), {
    refreshes: ['pimListEligible', 'pimListActivations', 'meActivityList'],
    onDone: () => void showElevation(queryClient).catch(() => undefined),
  });
  return (
    <Item
      icon={Clock}
      title={<Verbatim text={nameOf(activation)} />}
      badges={<StatusDot state={states[state]}>{say(`state.${state}`)}</StatusDot>}
      facts={[
        say.rich('requested', { time: <ExactTime key="t" at={requestedAt} /> }),
        state === 'active' &&
          endsAt !== null &&
          say.rich('ends', { time: <RelativeTime key="t" at={endsAt} /> }),
      ]}
      actions={
        isOpen(activation) && (
          <Button size="small" isPending={end.isPending} onPress={() => end.mutate(null)}>
            {say(state === 'active' ? 'end' : 'cancel')}
          </Button>
        )
      }
    >
      {justification !== null && <Verbatim text={justification} />}
      {end.error && <ProblemNote error={end.error} />}
    </Item>
  );
}

function Eligible({ eligible }: { eligible: readonly OwnEligibility[] }) {
  const say = useSay('account-elevation');
  const nameOf = useNameOf();
  const wordsOf = useDurationWords();
  const [requesting, setRequesting] = useState<OwnEligibility>();
  return (
    <Section title={say('eligible')} about={say('eligible.about')}>
      {
        <ItemList label={say('eligible')}>
          {eligible.map((one) => (
            <Item
              key={one.id}
              icon={TrendingUp}
              title={<Verbatim text={nameOf(one)} />}
              facts={[
                say('atMost', { duration: wordsOf(one.rules.maxDurationSeconds) }),
                one.rules.requireApproval && say('needsApproval'),
                one.expiresAt !== null &&
                  say.rich('until', { time: <ExactTime key="t" at={one.expiresAt} isDate /> }),
              ]}
              actions={
                one.openActivationId === null && (
                  <Button size="small" onPress={() => setRequesting(one)}>
                    {say('request')}
                  </Button>
                )
              }
            />
          ))}
        </ItemList>
      }
      {requesting && (
        <RequestElevation
          eligibility={requesting}
          name={nameOf(requesting)}
          onClose={() => setRequesting(undefined)}
        />
      )}
    </Section>
  );
}

function Activations({ activations }: { activations: readonly Activation[] }) {
  const say = useSay('account-elevation');
  const groups = [
    { title: say('running'), rows: activations.filter(isOpen) },
    { title: say('past'), rows: activations.filter((one) => !isOpen(one)).slice(0, 10) },
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => (
      <Section key={title} title={title}>
        <ItemList label={title}>
          {rows.map((activation) => (
            <ActivationRow key={activation.id} activation={activation} />
          ))}
        </ItemList>
      </Section>
    ));
}

function Elevations() {
  const say = useSay('account-elevation');
  const { user } = useSession();
  const eligible = useQuery(eligibleQuery);
  const activations = useQuery({ ...activationsQuery, refetchInterval: 15_000 });
  // Who may approve also gets the requests of others.
  const own = (all: readonly Activation[]) =>
    all.filter(({ principal }) => principal.id === user.id);
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Loaded query={eligible} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState why="noneYet" title={say('none.title')}>
              {say('none.text')}
            </EmptyState>
          ) : (
            <Eligible eligible={data} />
          )
        }
      </Loaded>
      <Loaded query={activations} loading={<></>}>
        {({ data }) => <Activations activations={own(data)} />}
      </Loaded>
    </PageStack>
  );
}

/** The roles that the user can activate for a while, and those that are active. */
export function ElevationPage() {
  return mayElevate(useSession()) ? <Elevations /> : <NotFound />;
}
