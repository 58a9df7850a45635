import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hooks } from '@platform/sdk';
import type { HookTestRequest, HookTestResult } from '@platform/sdk';
import { jsonOf } from '../../client/plain-values.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Code } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { hookQuery } from './hook-queries.ts';
import { hookTestRoute } from './hook-routes.ts';
import type { HookStage } from './hook-routes.ts';
import styles from './hooks.module.css';

/** Samples to begin with: what is merged into the example of the stage. */
const samples: Record<HookStage, object> = {
  pre_registration: { user: { email: 'ada@example.com' } },
  login_flow: { user: { email: 'ada@example.com' }, request: { ip: '203.0.113.9' } },
  post_login: { user: { email: 'ada@example.com' }, request: { ip: '203.0.113.9' } },
  token_issue: { user: { email: 'ada@example.com' }, scopes: ['openid', 'profile'] },
  client_credentials: { scopes: ['reports.read'] },
};

/** The answer of the hook, and the commands in it that would take effect. */
function Result({ result: { delivered, attempt, commands } }: { result: HookTestResult }) {
  const say = useSay('hooks');
  const sayWebhook = useSay('webhooks');
  const { durationMs, responseStatus, responseBody, error } = attempt;
  return (
    <div className={styles['stack']}>
      <Banner
        state={delivered ? 'ok' : 'error'}
        isLive
        title={say(delivered ? 'test.answered' : 'test.failed', { ms: durationMs })}
      >
        {error !== null && sayWebhook(`error.${error}`)}
        {responseStatus !== null && <> HTTP {responseStatus}</>}
      </Banner>
      {commands && (
        <Section title={say('test.effect')}>
          {commands.length === 0 ? (
            <p className={styles['quiet']}>{say('test.noEffect')}</p>
          ) : (
            <ul>
              {commands.map((command, index) => (
                <li key={index}>
                  {say(`command.${command.type}`)} <code>{JSON.stringify(command)}</code>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {responseBody && <Code code={responseBody} language="json" label={say('test.answer')} />}
    </div>
  );
}

function TestForm({ id, stage }: { id: string; stage: HookStage }) {
  const say = useSay('hooks');
  const sayProblem = useSay('problems');
  const [text, setText] = useState(() => JSON.stringify(samples[stage], null, 2));
  const input = jsonOf(text);
  const isJson = typeof input === 'object' && input !== null && !Array.isArray(input);
  const body = isJson ? ({ stageInput: input } as HookTestRequest) : {};
  const test = useWrite((api, sent: HookTestRequest, key) => hooks(api).test(id, sent, key), {
    refreshes: [],
  });
  return (
    <div className={styles['stack']}>
      <TextArea
        label={say('test.sample')}
        hint={say('test.sample.hint')}
        problem={isJson ? undefined : sayProblem('field_invalid_format')}
        value={text}
        onChange={setText}
        isCode
        rows={8}
      />
      <div className={styles['row']}>
        <Button
          kind="primary"
          isPending={test.isPending}
          isDisabled={!isJson}
          onPress={() => test.mutate(body)}
        >
          {say('test.run')}
        </Button>
        <ShowCode entries={[{ operation: 'hookTest', parameters: [id], body }]} />
      </div>
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <Result result={test.data} />}
    </div>
  );
}

/** Calls the hook with a sample, signed like a real call. */
export function HookTest() {
  const say = useSay('hooks');
  const session = useSession();
  const { hookId } = hookTestRoute.useParams();
  const query = useQuery(hookQuery(hookId));
  return (
    <Loaded query={query} lines={8}>
      {({ id, stage }) => (
        <Section title={say('tab.test')} about={say('test.about')}>
          {mayCall(session, 'hookTest') ? (
            <TestForm key={id} id={id} stage={stage} />
          ) : (
            <p className={styles['quiet']}>{say('test.readOnly')}</p>
          )}
        </Section>
      )}
    </Loaded>
  );
}
