import { useState } from 'react';
import { me } from '@platform/sdk';
import type { SignInMethod } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { methodReads } from './add-credential.tsx';
import { kindIcons } from './sign-in-kinds.ts';

const few = 2;

export interface RecoveryCodesProps {
  codes: SignInMethod | undefined;
  onCreated: (codes: readonly string[]) => void;
}

/** Codes for the day when nothing else is at hand. New ones replace the earlier. */
export function RecoveryCodes({ codes, onCreated }: RecoveryCodesProps) {
  const say = useSay('account-sign-in');
  const [isReplacing, setIsReplacing] = useState(false);
  const create = useWrite((api, _: null, key) => me(api).recoveryCodes.create(key), {
    refreshes: methodReads,
    onDone: ({ recoveryCodes }) => onCreated(recoveryCodes),
  });
  const remaining = codes?.remaining ?? 0;
  return (
    <Section
      title={say('kind.recovery_codes')}
      about={say('recovery_codes.about')}
      actions={
        <Button
          isPending={create.isPending && !isReplacing}
          onPress={() => (codes ? setIsReplacing(true) : create.mutate(null))}
        >
          {say(codes ? 'recovery_codes.replace' : 'recovery_codes.create')}
        </Button>
      }
    >
      {codes && (
        <ItemList label={say('kind.recovery_codes')}>
          <Item
            icon={kindIcons.recovery_codes}
            title={say('recovery_codes.left', { count: remaining })}
            badges={remaining <= few && <Badge state="warning">{say('recovery_codes.few')}</Badge>}
            facts={[
              codes.createdAt !== null &&
                say.rich('recovery_codes.created', {
                  time: <ExactTime key="t" at={codes.createdAt} isDate />,
                }),
            ]}
          />
        </ItemList>
      )}
      {create.error && !isReplacing && <ProblemNote error={create.error} />}
      {isReplacing && (
        <ConfirmWrite
          title={say('recovery_codes.replaceTitle')}
          consequences={[say('recovery_codes.replaceEffect')]}
          action={say('recovery_codes.replace')}
          isDanger={false}
          write={create}
          input={null}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </Section>
  );
}
