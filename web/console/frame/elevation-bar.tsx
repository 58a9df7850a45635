import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pim } from '@platform/sdk';
import type { ActiveScopes } from '@platform/sdk';
import { showElevation, useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { TimeLeft } from '../../parts/time-left.ts';
import { useElevationName } from '../elevation/elevation-names.ts';
import type { Elevated } from '../elevation/elevation-names.ts';
import { activeScopesQuery } from '../elevation/elevation-queries.ts';
import styles from './elevation-bar.module.css';

type Active = ActiveScopes['scopes'][number];

/** An activation, with the scopes that it grants. */
interface Running extends Elevated {
  id: string;
  scopes: string[];
  expiresAt: string;
}

const everyMs = 30_000;

/** The activations behind scopes, each once. */
function runningOf(active: readonly Active[]): readonly Running[] {
  const byId = new Map<string, Running>();
  for (const { activationId: id, role, scope, expiresAt } of active) {
    const known = byId.get(id);
    if (known) known.scopes.push(scope);
    else byId.set(id, { id, role, scopes: [scope], expiresAt });
  }
  return [...byId.values()];
}

/** Gets new tokens when an elevation has begun or ended, so that the pages show what the user may do now. */
function useSessionOf(scopes: readonly Active[] | undefined): void {
  const queryClient = useQueryClient();
  const { elevatedScopes } = useSession();
  const known = [...elevatedScopes].sort().join(' ');
  const current = scopes && [...new Set(scopes.map(({ scope }) => scope))].sort().join(' ');
  useEffect(() => {
    if (current === undefined || current === known) return;
    void showElevation(queryClient).catch(() => undefined);
    // Once for each change: a token may lack scopes that its application must not have.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current]);
}

/** An elevation, until when it lasts, and how to end it. */
function Elevation({ of }: { of: Running }) {
  const say = useSay('console');
  const nameOf = useElevationName();
  const queryClient = useQueryClient();
  const end = useWrite((api, id: string, key) => pim(api).activations.revoke(id, {}, key), {
    refreshes: ['pimGetActiveScopes', 'pimListActivations', 'pimListEligible'],
    onDone: () => void showElevation(queryClient).catch(() => undefined),
  });
  return (
    <div className={styles['elevation']}>
      <span>
        {say.rich('elevated.ends', {
          what: nameOf(of),
          left: <TimeLeft key="left" until={of.expiresAt} />,
        })}
      </span>
      <Button size="small" isPending={end.isPending} onPress={() => end.mutate(of.id)}>
        {say('elevated.end')}
      </Button>
      {end.error && <ProblemNote error={end.error} />}
    </div>
  );
}

/** The user's own elevations, above every page while they last. */
export function ElevationBar() {
  const { data } = useQuery({ ...activeScopesQuery, refetchInterval: everyMs });
  useSessionOf(data?.value.scopes);
  return runningOf(data?.value.scopes ?? []).map((one) => <Elevation key={one.id} of={one} />);
}
