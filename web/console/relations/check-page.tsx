import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckRequest } from '@platform/sdk';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CheckForm } from './check-form.tsx';
import type { Question, Surroundings } from './check-form.tsx';
import { CheckLists } from './check-lists.tsx';
import { CheckResult } from './check-result.tsx';
import { modelQuery } from './relation-queries.ts';
import { checkRoute } from './relation-routes.ts';
import type { ModelJson } from './model-json.ts';
import { NoModel } from './no-model.tsx';
import { typeIn } from './model-suggestions.ts';

const nothing: Surroundings = { contextualTuples: [], context: undefined, consistency: undefined };

const requestOf = (
  question: Question,
  { contextualTuples, context, consistency }: Surroundings,
): CheckRequest => ({
  ...question,
  ...(contextualTuples.length > 0 && { contextualTuples }),
  ...(context && { context }),
  ...(consistency && { consistency }),
});

/** The question for OpenID AuthZEN, as other gateways ask it. */
function authzenOf({ subject, relation, object }: Question, context: Surroundings['context']) {
  const entity = (text: string) => ({ type: typeIn(text), id: text.slice(text.indexOf(':') + 1) });
  return {
    subject: entity(subject),
    action: { name: relation },
    resource: entity(object),
    ...(context && { context }),
  };
}

/** Whether a subject has a relation to an object, and why. */
export function CheckPage() {
  const say = useSay('relations');
  const search = checkRoute.useSearch();
  const navigate = checkRoute.useNavigate();
  const [surroundings, setSurroundings] = useState(nothing);
  const model = useQuery({ ...modelQuery('active'), placeholderData: keepPreviousData });
  const { subject, relation, object } = search;
  const question = subject && relation && object ? { subject, relation, object } : undefined;
  const request = question && requestOf(question, surroundings);
  const code = request && question;
  return (
    <>
      <PageHeader
        title={say('check.title')}
        actions={
          code && (
            <ShowCode
              entries={[
                { operation: 'fgaCheck', body: { ...request } },
                { operation: 'fgaCheckExplain', body: { ...request } },
                {
                  operation: 'fgaAuthzenEvaluation',
                  body: authzenOf(question, surroundings.context),
                },
              ]}
            />
          )
        }
      />
      <NoModel error={model.error}>
        <Loaded query={model} lines={8}>
          {({ model: json }) => {
            const definitions = json as unknown as ModelJson;
            return (
              <>
                <CheckForm
                  key={`${subject} ${relation} ${object}`}
                  model={definitions}
                  question={{
                    subject: subject ?? '',
                    relation: relation ?? '',
                    object: object ?? '',
                  }}
                  surroundings={surroundings}
                  onAsk={(asked, around) => {
                    setSurroundings(around);
                    void navigate({ search: asked });
                  }}
                />
                {request && question && (
                  <>
                    <CheckResult request={request} />
                    <CheckLists key={JSON.stringify(request)} request={request} />
                  </>
                )}
              </>
            );
          }}
        </Loaded>
      </NoModel>
    </>
  );
}
