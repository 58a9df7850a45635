import { useQuery } from '@tanstack/react-query';
import type { Activation } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ActivationCard } from './activation-card.tsx';
import { elevationGroups } from './elevation-groups.ts';
import { ElevationHeader } from './elevation-header.tsx';
import { activationsQuery } from './elevation-queries.ts';
import { OwnEligible } from './own-eligible.tsx';
import styles from './elevation.module.css';

const query = { state: 'open', limit: 200 } as const;

interface CardsProps {
  title: string;
  about?: string;
  /** Shown instead of an empty list. */
  none?: string;
  of: readonly Activation[];
}

function Cards({ title, about, none, of }: CardsProps) {
  if (of.length === 0 && none === undefined) return null;
  return (
    <Section title={title} about={about}>
      {of.length === 0 ? (
        <p className={styles['none']}>{none}</p>
      ) : (
        <ul className={styles['cards']} aria-label={title}>
          {of.map((activation) => (
            <ActivationCard key={activation.id} activation={activation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Requests to decide on and elevations that are active. Both change while one looks. */
export function ElevationPage() {
  const say = useSay('elevation');
  const session = useSession();
  const activations = useQuery({ ...activationsQuery(query), refetchInterval: 10_000 });
  return (
    <>
      <ElevationHeader
        current="/access/elevation"
        actions={<ShowCode entries={[{ operation: 'pimListActivations', query }]} />}
      />
      <Loaded query={activations} lines={6}>
        {({ data }) => {
          const { waiting, others, active } = elevationGroups(data);
          const mayDecide = mayCall(session, 'pimApproveActivation');
          return (
            <>
              {mayDecide && (
                <Cards
                  title={say('waiting')}
                  about={say('waiting.live')}
                  none={say('waiting.none')}
                  of={waiting}
                />
              )}
              <Cards title={say('others')} of={others} />
              <Cards title={say('active')} none={say('active.none')} of={active} />
            </>
          );
        }}
      </Loaded>
      {mayCall(session, 'pimListEligible') && <OwnEligible />}
    </>
  );
}
