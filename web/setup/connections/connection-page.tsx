import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Setup, SetupDirectory } from '@platform/sdk';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { CopyValues } from '../parts/copy-values.tsx';
import { Guide } from '../parts/guide.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { Run } from '../parts/run.tsx';
import { connectionsQuery, setupQuery } from '../queries.ts';
import type { SignInProtocol } from '../providers.ts';
import { connectionRoute } from '../routes.ts';
import { ActivateConnection } from './activate-connection.tsx';
import { ConnectionAttributes } from './connection-attributes.tsx';
import { ConnectionState } from './connections-page.tsx';
import { nextStep, sectionOf, stepHref, useSteps } from './connection-steps.ts';
import type { ConnectionStep } from './connection-steps.ts';
import { connectionValues } from './connection-values.ts';
import { OidcCredentials } from './oidc-credentials.tsx';
import { SamlMetadata } from './saml-metadata.tsx';
import { TestConnection } from './test-connection.tsx';

interface StepProps {
  connection: SetupDirectory;
  step: ConnectionStep;
  test: string | undefined;
}

/** What is done here in a step. */
function StepWork({ connection, step, test }: StepProps) {
  const sayFrame = useSay('setup');
  const navigate = useNavigate();
  const { id, provider, name } = connection;
  const to = (next: ConnectionStep) => stepHref(id, next, test);
  if (step === 'application')
    return (
      <div>
        <ButtonLink kind="primary" href={to('credentials')}>
          {sayFrame('continue')}
        </ButtonLink>
      </div>
    );
  if (step === 'credentials') {
    const Credentials = connection.kind === 'saml' ? SamlMetadata : OidcCredentials;
    const onSaved = () => void navigate({ href: to('attributes') });
    return <Credentials {...{ provider, name, connection, onSaved }} />;
  }
  if (step === 'attributes') return <ConnectionAttributes connection={connection} test={test} />;
  if (step === 'test') return <TestConnection connection={connection} test={test} />;
  return <ActivateConnection connection={connection} test={test} />;
}

/** The values to copy: those of this connection. */
function Values({ connection, urls }: { connection: SetupDirectory; urls: Setup['connections'] }) {
  const own = urls.find(({ connectionId }) => connectionId === connection.id);
  return (
    own && (
      <CopyValues
        provider={connection.provider}
        values={connectionValues(own, connection.kind as SignInProtocol)}
      />
    )
  );
}

/** A connection: its steps, of which each can be opened again. */
function ConnectionRun({
  connection,
  urls,
}: {
  connection: SetupDirectory;
  urls: Setup['connections'];
}) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { nameOf } = useProviderWords();
  const search: Partial<Pick<StepProps, 'step' | 'test'>> = connectionRoute.useSearch();
  const { step = nextStep(connection), test } = search;
  const steps = useSteps(connection, test);
  const section = sectionOf[step];
  const protocol = connection.kind as SignInProtocol;
  return (
    <Run
      title={say('title', { provider: nameOf(connection.provider) })}
      crumb={{ label: sayFrame('task.sso'), href: '/connections' }}
      status={<ConnectionState connection={connection} />}
      steps={steps}
      current={step}
      guide={
        section !== undefined && (
          <Guide provider={connection.provider} protocol={protocol} section={section} />
        )
      }
      values={
        ['application', 'test'].includes(step) && <Values connection={connection} urls={urls} />
      }
    >
      <StepWork connection={connection} step={step} test={test} />
    </Run>
  );
}

export function ConnectionPage() {
  const { connectionId } = connectionRoute.useParams();
  const connections = useQuery(connectionsQuery);
  const overview = useQuery(setupQuery);
  return (
    <Loaded query={connections} lines={10}>
      {({ data }) => {
        const connection = data.find(({ id }) => id === connectionId);
        if (!connection) return <NotFound />;
        return (
          <ConnectionRun connection={connection} urls={overview.data?.value.connections ?? []} />
        );
      }}
    </Loaded>
  );
}
