import { useState } from 'react';
import type { ReactNode } from 'react';
import { me } from '@platform/sdk';
import type { SignInMethod } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { ItemList } from '../../kit/content/item-list.tsx';
import { TextDialog } from '../../parts/text-dialog.tsx';
import { methodReads } from './add-credential.tsx';
import { MethodRow } from './method-row.tsx';

export interface CredentialSectionProps {
  kind: 'passkey' | 'security_key' | 'totp';
  methods: readonly SignInMethod[];
  /** Adds another one. */
  actions: ReactNode;
}

/** Passkeys, security keys or authenticator apps, which can be renamed and removed. */
export function CredentialSection({ kind, methods, actions }: CredentialSectionProps) {
  const say = useSay('account-sign-in');
  const [renaming, setRenaming] = useState<SignInMethod>();
  const [removing, setRemoving] = useState<SignInMethod>();
  const own = methods.filter(({ type }) => type === kind);
  const rename = useWrite(
    (api, { id, label }: { id: string; label: string }) =>
      me(api).authenticators.update(id, { label }),
    { refreshes: methodReads, onDone: () => setRenaming(undefined) },
  );
  const remove = useWrite((api, id: string) => me(api).authenticators.delete(id), {
    refreshes: methodReads,
  });
  const codesGo =
    methods.some(({ type }) => type === 'recovery_codes') &&
    methods.filter(({ type }) => ['passkey', 'security_key', 'totp'].includes(type)).length === 1;
  return (
    <Section title={say(`kind.${kind}`)} about={say(`${kind}.about`)} actions={actions}>
      {own.length > 0 && (
        <ItemList label={say(`kind.${kind}`)}>
          {own.map((method) => (
            <MethodRow
              key={method.id}
              method={method}
              onRename={() => setRenaming(method)}
              onRemove={() => setRemoving(method)}
            />
          ))}
        </ItemList>
      )}
      {renaming && (
        <TextDialog
          title={say('renameTitle')}
          field={{ label: say('name'), maxLength: 100 }}
          initial={renaming.label ?? ''}
          action={say('rename')}
          isPending={rename.isPending}
          error={rename.error}
          onSubmit={(label) => rename.mutate({ id: renaming.id, label })}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {removing && (
        <ConfirmWrite
          title={say('removeTitle', { name: removing.label ?? say(`kind.${kind}`) })}
          consequences={[say(`${kind}.removeEffect`), ...(codesGo ? [say('removeCodes')] : [])]}
          action={say('remove')}
          write={remove}
          input={removing.id}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}
