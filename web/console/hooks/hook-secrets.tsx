import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hooks } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { hookQuery, hookReads } from './hook-queries.ts';
import { hookSecretRoute } from './hook-routes.ts';
import styles from './hooks.module.css';

const overlaps = ['3600', '86400', '604800', '0'] as const;
type Overlap = (typeof overlaps)[number];

/** Makes a new secret, which is shown once. */
function Rotate({ id }: { id: string }) {
  const say = useSay('webhooks');
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useWrite(
    (api, body: { overlapSeconds: number }, key) => hooks(api).rotateSecret(id, body, key),
    { refreshes: hookReads, isSecret: true },
  );
  const body = { overlapSeconds: Number(overlap) };
  async function run(): Promise<void> {
    const created = await rotate.mutateAsync(body);
    rotate.reset();
    setSecret(created.secret);
  }
  return (
    <>
      <div className={styles['row']}>
        <Select
          label={say('rotate.overlap')}
          value={overlap}
          onChange={setOverlap}
          choices={overlaps.map((one) => ({ id: one, label: say(`rotate.overlap.${one}`) }))}
        />
        <Button
          kind="primary"
          isPending={rotate.isPending}
          onPress={() => void run().catch(() => undefined)}
        >
          {say('rotate')}
        </Button>
        <ShowCode entries={[{ operation: 'hookRotateSecret', parameters: [id], body }]} />
      </div>
      {rotate.error && <ProblemNote error={rotate.error} />}
      <SecretDialog
        title={say('rotate.secret')}
        secret={secret}
        fileName="hook-secret.txt"
        onClose={() => setSecret(null)}
      />
    </>
  );
}

/** The secrets that sign calls of the hook. */
export function HookSecrets() {
  const say = useSay('hooks');
  const sayWebhook = useSay('webhooks');
  const session = useSession();
  const { hookId } = hookSecretRoute.useParams();
  const query = useQuery(hookQuery(hookId));
  return (
    <Loaded query={query} lines={4}>
      {({ secrets }) => (
        <Section title={say('tab.secret')} about={say('secret.about')}>
          <ul className={styles['plain']}>
            {secrets.map(({ id, last4, createdAt, expiresAt }) => (
              <li key={id}>
                <code>…{last4}</code>{' '}
                <span className={styles['quiet']}>
                  {sayWebhook.rich('secret.created', {
                    time: <ExactTime key="created" at={createdAt} />,
                  })}
                  {expiresAt !== null && (
                    <>
                      {' · '}
                      {sayWebhook.rich('secret.ends', {
                        time: <ExactTime key="ends" at={expiresAt} />,
                      })}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {mayCall(session, 'hookRotateSecret') && <Rotate id={hookId} />}
        </Section>
      )}
    </Loaded>
  );
}
