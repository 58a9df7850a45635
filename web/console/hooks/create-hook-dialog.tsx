import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hooks } from '@platform/sdk';
import type { CreateHookRequest } from '@platform/sdk';
import { hookCreate } from '../../generated/forms/hooks.ts';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PlainDialog } from '../../parts/plain-form.tsx';
import { useHookField } from './hook-fields.ts';
import { hookReads } from './hook-queries.ts';

/** Creates a hook, shows its secret once, and opens it. It is off until it has been tested. */
export function CreateHookDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('hooks');
  const navigate = useNavigate();
  const fieldOf = useHookField(hookCreate);
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  if (created)
    return (
      <SecretDialog
        title={say('secret.title')}
        secret={created.secret}
        fileName="hook-secret.txt"
        onClose={() => {
          showToast({ text: say('created.toast') });
          onClose();
          void navigate({ to: '/hooks/$hookId/test', params: { hookId: created.id } });
        }}
      />
    );
  return (
    <PlainDialog
      title={say('create')}
      submit={say('create')}
      of={hookCreate}
      isSecret
      start={{ stage: 'post_login' }}
      fields={[
        fieldOf('name'),
        fieldOf('stage'),
        fieldOf('url', { isCode: true }),
        fieldOf('enabled', { hint: say('field.enabled.later') }),
      ]}
      codeOf={() => ({ operation: 'hookCreate' })}
      send={(api, body, key) => hooks(api).create(body as unknown as CreateHookRequest, key)}
      refreshes={hookReads}
      onDone={({ id, secret }) => setCreated({ id, secret })}
      onClose={onClose}
    />
  );
}
