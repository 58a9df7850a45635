import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookEndpoints } from '@platform/sdk';
import type { WebhookEndpoint } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { webhookSecretRoute } from './webhook-routes.ts';
import styles from './webhooks.module.css';

const overlaps = ['3600', '86400', '604800', '0'] as const;
type Overlap = (typeof overlaps)[number];
type Secret = WebhookEndpoint['secrets'][number];
const refreshes = ['webhookEndpointGet'] as const;

/** Step 1: the new secret, which is shown once. */
function Rotate({ id }: { id: string }) {
  const say = useSay('webhooks');
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useWrite(
    (api, body: { overlapSeconds: number }, key) =>
      webhookEndpoints(api).rotateSecret(id, body, key),
    { refreshes },
  );
  const body = { overlapSeconds: Number(overlap) };
  async function run(): Promise<void> {
    const { secret: created } = await rotate.mutateAsync(body);
    // The secret leaves the memory of the mutation, and later this page.
    rotate.reset();
    setSecret(created);
  }
  return (
    <>
      <div className={styles['step']}>
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
        <ShowCode
          entries={[{ operation: 'webhookEndpointRotateSecret', parameters: [id], body }]}
        />
      </div>
      {rotate.error && <ProblemNote error={rotate.error} />}
      <SecretDialog
        title={say('rotate.secret')}
        secret={secret}
        fileName="webhook-secret.txt"
        onClose={() => setSecret(null)}
      />
    </>
  );
}

function RevokeDialog({
  id,
  secret,
  onClose,
}: {
  id: string;
  secret: Secret;
  onClose: () => void;
}) {
  const say = useSay('webhooks');
  const revoke = useWrite(
    (api, secretId: string) => webhookEndpoints(api).revokeSecret(id, secretId),
    { refreshes, onDone: onClose },
  );
  return (
    <ConfirmDialog
      title={say('secret.revoke.title', { last4: secret.last4 })}
      consequences={[say('secret.revoke.consequence')]}
      action={say('secret.revoke')}
      isDanger
      isOpen
      isPending={revoke.isPending}
      problem={revoke.error && <ProblemNote error={revoke.error} />}
      onConfirm={() => revoke.mutate(secret.id)}
      onClose={onClose}
    />
  );
}

function SecretRow({ secret, onRevoke }: { secret: Secret; onRevoke?: () => void }) {
  const say = useSay('webhooks');
  return (
    <div className={styles['secret']}>
      <code>…{secret.last4}</code>
      <span className={styles['quiet']}>
        {say.rich('secret.created', { time: <ExactTime key="created" at={secret.createdAt} /> })}
        {secret.expiresAt !== null && (
          <>
            {' · '}
            {say.rich('secret.ends', { time: <ExactTime key="ends" at={secret.expiresAt} /> })}
          </>
        )}
      </span>
      {onRevoke && (
        <Button size="small" onPress={onRevoke}>
          {say('secret.revoke')}
        </Button>
      )}
    </div>
  );
}

/** The rotation of the secret as a checklist. */
function Checklist({ endpoint }: { endpoint: WebhookEndpoint }) {
  const say = useSay('webhooks');
  const session = useSession();
  const [revoking, setRevoking] = useState<Secret>();
  const [newest, ...older] = endpoint.secrets;
  const mayRotate = mayCall(session, 'webhookEndpointRotateSecret');
  return (
    <>
      <ol className={styles['steps']}>
        <li>
          <h3>{say('rotate.step1')}</h3>
          <p className={styles['quiet']}>{say('rotate.step1.text')}</p>
          {mayRotate && <Rotate id={endpoint.id} />}
        </li>
        <li>
          <h3>{say('rotate.step2')}</h3>
          {newest && (
            <>
              <p className={styles['quiet']}>{say('rotate.step2.text', { last4: newest.last4 })}</p>
              <SecretRow secret={newest} />
            </>
          )}
        </li>
        <li>
          <h3>{say('rotate.step3')}</h3>
          {older.length === 0 && <p className={styles['quiet']}>{say('rotate.step3.none')}</p>}
          {older.map((secret) => (
            <SecretRow
              key={secret.id}
              secret={secret}
              {...(mayRotate && { onRevoke: () => setRevoking(secret) })}
            />
          ))}
        </li>
      </ol>
      {revoking && (
        <RevokeDialog id={endpoint.id} secret={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </>
  );
}

/** The secrets that sign deliveries. */
export function WebhookSecrets() {
  const say = useSay('webhooks');
  const { endpointId } = webhookSecretRoute.useParams();
  const query = useQuery(webhookQuery(endpointId));
  return (
    <Loaded query={query} lines={6}>
      {(endpoint) => (
        <Section title={say('secret.title')}>
          <Checklist endpoint={endpoint} />
        </Section>
      )}
    </Loaded>
  );
}
