import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoginFlowVersionSummary } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { asFlow } from './flow-draft.ts';
import { activeFlowQuery, versionQuery, versionsQuery } from './flow-queries.ts';
import { versionsRoute } from './flow-routes.ts';
import { VersionDetails } from './version-details.tsx';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

/** Compares a version with the active one, and activates it. */
function RollBack({ version, onClose }: { version: number; onClose: () => void }) {
  const active = useQuery(activeFlowQuery).data?.value;
  const target = useQuery(versionQuery(version)).data?.value;
  if (!active || !target) return null;
  return (
    <ActivateDialog
      active={active}
      next={asFlow(target)}
      source={{ source: 'version', version }}
      problems={[]}
      onClose={onClose}
    />
  );
}

function useColumns(
  onRollBack: (version: number) => void,
): readonly Column<LoginFlowVersionSummary>[] {
  const say = useSay('flows');
  const session = useSession();
  const { levelOf } = useFlowWords();
  const mayActivate = mayCall(session, 'loginFlowActivate');
  return [
    {
      id: 'version',
      label: say('version'),
      cell: ({ version, name }) => say('version.name', { version, name }),
    },
    {
      id: 'state',
      label: say('version.state'),
      isFact: true,
      cell: ({ state }) => (
        <StatusDot state={state === 'active' ? 'ok' : 'neutral'}>{say(`state.${state}`)}</StatusDot>
      ),
    },
    {
      id: 'activated',
      label: say('version.activated'),
      isFact: true,
      cell: ({ lastActivatedAt }) =>
        lastActivatedAt ? <ExactTime at={lastActivatedAt} /> : say('version.never'),
    },
    { id: 'comment', label: say('activate.comment'), cell: ({ comment }) => comment },
    {
      id: 'assurance',
      label: say('assurance'),
      cell: ({ assurance }) => levelOf(assurance['default']?.min ?? null),
    },
    {
      id: 'bound',
      label: say('version.bound'),
      isNumber: true,
      cell: ({ boundClients }) => boundClients,
    },
    {
      id: 'actions',
      label: say('version.actions'),
      cell: ({ version, state }) =>
        state !== 'active' &&
        mayActivate && (
          <span className={styles['oneLine']}>
            <Button size="small" onPress={() => onRollBack(version)}>
              {say('rollBack')}
            </Button>
          </span>
        ),
    },
  ];
}

/** Every version, newest first. An earlier one can be activated again under its number. */
export function FlowVersionList() {
  const say = useSay('flows');
  const query = useQuery(versionsQuery);
  const { version: shown } = versionsRoute.useSearch();
  const [target, setTarget] = useState<number>();
  const columns = useColumns(setTarget);
  return (
    <div className={styles['editor']}>
      <Loaded query={query} lines={6}>
        {(versions) => (
          <DataTable
            label={say('tab.versions')}
            columns={columns}
            rows={versions}
            idOf={({ version }) => String(version)}
            nameOf={({ version, name }) => say('version.name', { version, name })}
            hrefOf={({ version }) => `/sign-in/flows/versions?version=${version}`}
            empty={null}
          />
        )}
      </Loaded>
      {shown !== undefined && <VersionDetails version={Number(shown)} onRollBack={setTarget} />}
      {target !== undefined && <RollBack version={target} onClose={() => setTarget(undefined)} />}
    </div>
  );
}
