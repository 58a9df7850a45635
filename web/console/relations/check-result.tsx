import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { CheckRequest, ExplainCheckResponse } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Explanation } from './explanation.tsx';
import { checkQuery, explainQuery } from './relation-queries.ts';
import { SaveAssertion } from './save-assertion.tsx';
import { lineOfTuple } from './tuple-text.ts';
import { useTupleWrite } from './tuple-write.ts';
import styles from './relations.module.css';

const states = { allowed: 'ok', denied: 'error', undecided: 'warning' } as const;

/** The smallest tuple that would allow a denied check, with the button that writes it. */
function MissingTuple({ tuple }: { tuple: NonNullable<ExplainCheckResponse['missingTuple']> }) {
  const say = useSay('relations');
  const session = useSession();
  const write = useTupleWrite();
  return (
    <Banner
      state="info"
      title={say('check.missing')}
      actions={
        mayCall(session, 'fgaTuplesWrite') && (
          <Button
            size="small"
            isPending={write.isPending}
            onPress={() => write.mutate({ writes: [tuple] })}
          >
            {say('check.missing.write')}
          </Button>
        )
      }
    >
      <code>{lineOfTuple(tuple)}</code>
    </Banner>
  );
}

/** Whether the cached answer, which applications get, differs from the current state of the store. */
function CachedAnswer({ request, decision }: { request: CheckRequest; decision: string }) {
  const say = useSay('relations');
  const { data } = useQuery({ ...checkQuery(request), retry: false });
  if (!data || !('allowed' in data.value)) return null;
  const { allowed } = data.value;
  if (allowed === (decision === 'allowed')) return null;
  return <Banner state="warning">{say('check.outdated', { allowed: String(allowed) })}</Banner>;
}

/** The answer, the way to it, and what would change it. */
export function CheckResult({ request }: { request: CheckRequest }) {
  const say = useSay('relations');
  const query = useQuery(explainQuery(request));
  const wrong = isProblem(query.error, 'validation_failed') ? query.error.errors : [];
  if (wrong.length > 0)
    return (
      <Banner state="error" title={say('check.wrong')} isLive>
        {wrong.map(({ pointer, detail }) => (
          <p key={pointer}>{detail}</p>
        ))}
      </Banner>
    );
  return (
    <Loaded query={query} lines={8}>
      {({ decision, steps, reasons, tree, truncated, missingTuple, modelId, revision }) => (
        <Section
          title={say('check.result')}
          actions={<SaveAssertion request={request} decision={decision} />}
        >
          <div className={styles['stack']}>
            <Banner
              state={states[decision]}
              isLive
              title={say(`decision.${decision}`, { steps: steps ?? 0 })}
            >
              {reasons.map(({ code, detail }) => (
                <p key={code}>{detail}</p>
              ))}
              <span>
                {say.rich('check.basis', {
                  revision,
                  model: (
                    <Link key="model" href={`/access/model?version=${modelId}`}>
                      {modelId}
                    </Link>
                  ),
                })}
              </span>
            </Banner>
            <CachedAnswer request={request} decision={decision} />
            {missingTuple && <MissingTuple tuple={missingTuple} />}
            <Explanation tree={tree} />
            {truncated && <p className={styles['quiet']}>{say('check.truncated')}</p>}
          </div>
        </Section>
      )}
    </Loaded>
  );
}
