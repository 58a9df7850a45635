import { useQuery } from '@tanstack/react-query';
import { Code } from '../../kit/code/code.tsx';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Tabs } from '../../kit/controls/tabs.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { tokenRequest, verifySamples } from './api-quick-start-code.ts';
import { apiResourceQuery, apiScopesQuery } from './api-queries.ts';
import { apiQuickStartRoute } from './api-routes.ts';

/** The first token of an API and how it is verified, with its real values. */
export function ApiQuickStart() {
  const say = useSay('apis');
  const { apiId } = apiQuickStartRoute.useParams();
  const api = useQuery(apiResourceQuery(apiId));
  const scopes = useQuery(apiScopesQuery(apiId));
  const issuer = location.origin;
  return (
    <Loaded query={api} lines={10}>
      {({ identifier }) => (
        <Loaded query={scopes} lines={10}>
          {({ data: [first] }) => {
            const facts = { issuer, audience: identifier, ...(first && { scope: first.name }) };
            const values = [
              ['value.issuer', issuer],
              ['value.audience', identifier],
              ['value.jwks', `${issuer}/oauth2/jwks`],
            ] as const;
            return (
              <>
                <Section title={say('step.token')} about={say('step.token.about')}>
                  <Code code={tokenRequest(facts)} language="shell" label={say('step.token')} />
                </Section>
                <Section title={say('step.verify')} about={say('step.verify.about')}>
                  <Tabs
                    label={say('languages')}
                    tabs={verifySamples(facts).map(({ id, label, language, code }) => ({
                      id,
                      label,
                      content: <Code code={code} language={language} label={label} />,
                    }))}
                  />
                </Section>
                <Section title={say('step.values')}>
                  <DefinitionList
                    entries={values.map(([key, text]) => ({
                      term: say(key),
                      value: <CopyableValue text={text} label={say(key)} />,
                    }))}
                  />
                </Section>
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}
