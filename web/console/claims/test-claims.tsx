import { useState } from 'react';
import { hooks } from '@platform/sdk';
import type { HookTestRequest, HookTestResult } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import styles from './claims.module.css';

/** The value of each claim that the endpoint is the source of, or why it has none. */
function Result({ result: { delivered, attempt, claims } }: { result: HookTestResult }) {
  const say = useSay('claims');
  const sayWebhook = useSay('webhooks');
  const { error, responseStatus, durationMs } = attempt;
  return (
    <>
      <Banner
        state={delivered ? 'ok' : 'error'}
        isLive
        title={say(delivered ? 'test.answered' : 'test.failed', { ms: durationMs })}
      >
        {error !== null && sayWebhook(`error.${error}`)}
        {responseStatus !== null && <> HTTP {responseStatus}</>}
      </Banner>
      {claims && (
        <DefinitionList
          entries={Object.entries(claims).map(([term, claim]) => ({
            term,
            value:
              'error' in claim ? (
                say(`test.error.${claim.error}`)
              ) : (
                <code>{JSON.stringify(claim.value)}</code>
              ),
          }))}
        />
      )}
    </>
  );
}

/** Asks the endpoint for the claims of a user at an application. */
export function TestClaims({ endpointId }: { endpointId: string }) {
  const say = useSay('claims');
  const [clientId, setClientId] = useState('');
  const [subjectId, setSubjectId] = useState('');
  const test = useWrite(
    (api, body: HookTestRequest, key) => hooks(api).test(endpointId, body, key),
    { refreshes: [] },
  );
  const body = { claims: { clientId: clientId.trim(), subjectId: subjectId.trim() } };
  return (
    <Section title={say('test')} about={say('test.about')}>
      <div className={styles['stack']}>
        <TextField
          label={say('test.client')}
          value={clientId}
          onChange={setClientId}
          isCode
          autoComplete="off"
        />
        <TextField
          label={say('test.subject')}
          value={subjectId}
          onChange={setSubjectId}
          isCode
          autoComplete="off"
        />
        <div className={styles['row']}>
          <Button
            isPending={test.isPending}
            isDisabled={body.claims.clientId === '' || body.claims.subjectId === ''}
            onPress={() => test.mutate(body)}
          >
            {say('test.run')}
          </Button>
          <ShowCode entries={[{ operation: 'hookTest', parameters: [endpointId], body }]} />
        </div>
        {test.error && <ProblemNote error={test.error} />}
        {test.data && <Result result={test.data} />}
      </div>
    </Section>
  );
}
