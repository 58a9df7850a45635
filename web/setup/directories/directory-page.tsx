import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { setup } from '@platform/sdk';
import type { SetupDirectory } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { CopyValues } from '../parts/copy-values.tsx';
import { Guide } from '../parts/guide.tsx';
import { Run } from '../parts/run.tsx';
import type { SourceKind } from '../providers.ts';
import { directoriesQuery } from '../queries.ts';
import { directoryRoute } from '../routes.ts';
import { useSourceName } from './choose-source.tsx';
import { DirectoryState } from './directories-page.tsx';
import { DirectoryAccess } from './directory-access.tsx';
import type { ReadKind } from './directory-form.ts';
import { nextStep, sectionOf, stepHref, useDirectorySteps } from './directory-steps.ts';
import type { DirectoryStep } from './directory-steps.ts';
import { ScimRequests } from './scim-requests.tsx';
import { ScimToken } from './scim-token.tsx';
import { SyncDirectory, isRunning } from './sync-directory.tsx';
import { TestDirectory } from './test-directory.tsx';

interface StepProps {
  directory: SetupDirectory;
  step: DirectoryStep;
}

/** What is done here in a step. */
function StepWork({ directory, step }: StepProps) {
  const navigate = useNavigate();
  const { id, kind, provider, name } = directory;
  const isScim = kind === 'scim';
  if (step === 'test') return <TestDirectory directory={directory} />;
  if (step === 'provision')
    return isScim ? (
      <ScimRequests directory={directory} />
    ) : (
      <SyncDirectory directory={directory} />
    );
  if (isScim) return <ScimToken directory={directory} />;
  return (
    <DirectoryAccess
      provider={provider}
      kind={kind as ReadKind}
      name={name}
      directory={directory}
      onSaved={() => void navigate({ href: stepHref(id, 'test') })}
    />
  );
}

function DeleteDirectory({ directory: { id, name } }: Pick<StepProps, 'directory'>) {
  const say = useSay('setup-directories');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite((api, of: string) => setup(api).directories.delete(of), {
    refreshes: ['setupDirectoryList', 'setupGet'],
    onDone: () => void navigate({ to: '/directories' }),
  });
  return (
    <div>
      <Button kind="quiet" size="small" onPress={() => setIsAsking(true)}>
        {say('delete')}
      </Button>
      {isAsking && (
        <ConfirmWrite
          title={say('delete.title', { name })}
          consequences={[say('delete.effect')]}
          action={say('delete')}
          write={remove}
          input={id}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** A directory: its steps, of which each can be opened again. */
function DirectoryRun({ directory }: Pick<StepProps, 'directory'>) {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const sourceName = useSourceName();
  const search: Partial<Pick<StepProps, 'step'>> = directoryRoute.useSearch();
  const { step = nextStep(directory) } = search;
  const { provider, scimBaseUrl } = directory;
  const kind = directory.kind as SourceKind;
  const steps = useDirectorySteps(kind, directory);
  const section = sectionOf[step];
  return (
    <Run
      title={say('title', { source: sourceName({ provider, kind }) })}
      crumb={{ label: sayFrame('task.directory'), href: '/directories' }}
      status={<DirectoryState directory={directory} />}
      steps={steps}
      current={step}
      guide={
        section !== undefined && <Guide provider={provider} protocol={kind} section={section} />
      }
      values={
        step === 'connect' &&
        scimBaseUrl !== null && (
          <CopyValues provider={provider} values={[['scimUrl', scimBaseUrl]]} />
        )
      }
    >
      <StepWork key={step} directory={directory} step={step} />
      <DeleteDirectory directory={directory} />
    </Run>
  );
}

type List = Read<{ data: SetupDirectory[] }>;

/** Users arrive without a press here, and runs end: both are followed. */
const pollMs = (list: List | undefined, directoryId: string): number | false => {
  const directory = list?.value.data.find(({ id }) => id === directoryId);
  if (!directory) return false;
  if (directory.kind === 'scim') return directory.counts.users === 0 ? 3_000 : 30_000;
  return isRunning(directory.lastSync) ? 2_000 : false;
};

export function DirectoryPage() {
  const { directoryId } = directoryRoute.useParams();
  const query = useQuery({
    ...directoriesQuery,
    refetchInterval: ({ state }) => pollMs(state.data, directoryId),
  });
  return (
    <Loaded query={query} lines={10}>
      {({ data }) => {
        const directory = data.find(({ id }) => id === directoryId);
        return directory ? <DirectoryRun directory={directory} /> : <NotFound />;
      }}
    </Loaded>
  );
}
