import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Guide } from '../parts/guide.tsx';
import { Run } from '../parts/run.tsx';
import type { Provider } from '../providers.ts';
import { newDirectoryRoute } from '../routes.ts';
import { ChooseSource, useSourceName } from './choose-source.tsx';
import { DirectoryAccess } from './directory-access.tsx';
import type { ReadKind } from './directory-form.ts';
import { stepHref, useDirectorySteps } from './directory-steps.ts';

/** How the platform reaches a directory that does not exist here yet. */
function NewRun({ provider, kind }: { provider: Provider; kind: ReadKind }) {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const navigate = useNavigate();
  const name = useSourceName()({ provider, kind });
  const steps = useDirectorySteps(kind);
  return (
    <Run
      title={say('title', { source: name })}
      crumb={{ label: sayFrame('task.directory'), href: '/directories' }}
      steps={steps}
      current="connect"
      guide={<Guide provider={provider} protocol={kind} section={0} />}
    >
      <DirectoryAccess
        provider={provider}
        kind={kind}
        name={name}
        onSaved={(id) => void navigate({ href: stepHref(id, 'test') })}
      />
    </Run>
  );
}

/** A directory that is being made: the choice, or what the platform needs to read it. */
export function NewDirectoryPage() {
  const sayFrame = useSay('setup');
  const { provider, kind } = newDirectoryRoute.useSearch();
  if (provider && kind && kind !== 'scim') return <NewRun provider={provider} kind={kind} />;
  return (
    <>
      <PageHeader
        title={sayFrame('task.directory')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
      />
      <ChooseSource />
    </>
  );
}
