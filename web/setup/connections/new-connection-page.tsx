import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { CopyValues } from '../parts/copy-values.tsx';
import { Guide } from '../parts/guide.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { Run } from '../parts/run.tsx';
import { setupQuery } from '../queries.ts';
import type { Provider, SignInProtocol } from '../providers.ts';
import { newConnectionRoute } from '../routes.ts';
import { ChooseConnection } from './choose-connection.tsx';
import { sectionOf, stepHref, useNewSteps } from './connection-steps.ts';
import { connectionValues } from './connection-values.ts';
import { OidcCredentials } from './oidc-credentials.tsx';
import { SamlMetadata } from './saml-metadata.tsx';

interface NewRunProps {
  provider: Provider;
  protocol: SignInProtocol;
  step: 'application' | 'credentials';
}

/** The steps at the provider that give what a connection is made of. */
function NewRun({ provider, protocol, step }: NewRunProps) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { nameOf } = useProviderWords();
  const query = useQuery(setupQuery);
  const navigate = useNavigate();
  const steps = useNewSteps({ provider, protocol, step });
  const Credentials = protocol === 'saml' ? SamlMetadata : OidcCredentials;
  const toAttributes = (id: string) => void navigate({ href: stepHref(id, 'attributes') });
  return (
    <Loaded query={query} lines={10}>
      {({ newConnection, organization }) =>
        newConnection && (
          <Run
            title={say('title', { provider: nameOf(provider) })}
            crumb={{ label: sayFrame('task.sso'), href: '/connections' }}
            steps={steps}
            current={step}
            guide={<Guide provider={provider} protocol={protocol} section={sectionOf[step] ?? 0} />}
            values={
              <CopyValues provider={provider} values={connectionValues(newConnection, protocol)} />
            }
          >
            {step === 'application' ? (
              <div>
                <ButtonLink
                  kind="primary"
                  href={`/connections/new?provider=${provider}&protocol=${protocol}&step=credentials`}
                >
                  {sayFrame('continue')}
                </ButtonLink>
              </div>
            ) : (
              <Credentials
                provider={provider}
                name={provider === 'generic' ? organization.name : nameOf(provider)}
                onSaved={toAttributes}
              />
            )}
          </Run>
        )
      }
    </Loaded>
  );
}

/** A connection that is being made: the choice, and then the steps before it exists. */
export function NewConnectionPage() {
  const sayFrame = useSay('setup');
  const { provider, protocol, step = 'application' } = newConnectionRoute.useSearch();
  if (provider && protocol) return <NewRun provider={provider} protocol={protocol} step={step} />;
  return (
    <>
      <PageHeader
        title={sayFrame('task.sso')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
      />
      <ChooseConnection />
    </>
  );
}
