import { useQuery } from '@tanstack/react-query';
import type { Application } from '@platform/sdk';
import { Code } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { applicationQuery } from './application-queries.ts';
import { applicationRoute } from './application-routes.ts';
import { quickStart } from './quick-start-code.ts';

/** Where an application finds its issuer. */
const endpoints = (issuer: string) =>
  [
    ['endpoint.issuer', issuer],
    ['endpoint.metadata', `${issuer}/.well-known/openid-configuration`],
    ['endpoint.token', `${issuer}/oauth2/token`],
  ] as const;

/** An application whose users cannot return to it cannot sign anybody in. */
const lacksRedirect = ({ grantTypes, redirectUris }: Application): boolean =>
  grantTypes.includes('authorization_code') && redirectUris.length === 0;

/** The first sign-in of an application, with its real values. */
export function ApplicationQuickStart() {
  const say = useSay('applications');
  const { clientId } = applicationRoute.useParams();
  const query = useQuery(applicationQuery(clientId));
  const issuer = location.origin;
  return (
    <Loaded query={query} lines={10}>
      {(application) => (
        <>
          {lacksRedirect(application) && (
            <Banner state="warning" title={say('noRedirect.title')}>
              <Link href={`/applications/${encodeURIComponent(clientId)}`}>
                {say('noRedirect.link')}
              </Link>
            </Banner>
          )}
          {quickStart(application, issuer).map(({ key, code, language }) => (
            <Section key={key} title={say(`step.${key}`)} about={say(`step.${key}.about`)}>
              <Code code={code} language={language} label={`${say(`step.${key}`)}: ${language}`} />
            </Section>
          ))}
          <Section title={say('endpoints')}>
            <DefinitionList
              entries={[
                { term: say('clientId'), value: <CopyableValue text={clientId} /> },
                ...endpoints(issuer).map(([key, text]) => ({
                  term: say(key),
                  value: <CopyableValue text={text} label={say(key)} />,
                })),
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
