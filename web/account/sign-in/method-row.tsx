import type { SignInMethod } from '@platform/sdk';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Badge } from '../../kit/content/badge.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Item } from '../../kit/content/item-list.tsx';
import { kindIcons } from './sign-in-kinds.ts';
import styles from './sign-in.module.css';

export interface MethodRowProps {
  method: SignInMethod;
  onRename: () => void;
  onRemove: () => void;
}

/** A passkey, security key or authenticator app. The last method that signs in says why it cannot be removed. */
export function MethodRow({ method, onRename, onRemove }: MethodRowProps) {
  const say = useSay('account-sign-in');
  const { type, label, createdAt, lastUsedAt, signsIn, removable } = method;
  const name = label ?? say(`kind.${type}`);
  const rename = { id: 'rename', label: say('rename'), icon: Pencil, onAction: onRename };
  const remove = {
    id: 'remove',
    label: say('remove'),
    icon: Trash2,
    isDanger: true,
    onAction: onRemove,
  };
  return (
    <Item
      icon={kindIcons[type]}
      title={<Verbatim text={name} />}
      badges={!signsIn && <Badge>{say('secondStep')}</Badge>}
      facts={[
        createdAt !== null &&
          say.rich('added', { time: <ExactTime key="t" at={createdAt} isDate /> }),
        lastUsedAt !== null && say.rich('used', { time: <RelativeTime key="t" at={lastUsedAt} /> }),
      ]}
      menu={
        <Menu
          label={say('moreActions', { name })}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions', { name })} />}
          groups={[
            { id: 'own', entries: [rename] },
            ...(removable ? [{ id: 'danger', entries: [remove] }] : []),
          ]}
        />
      }
    >
      {!removable && <p className={styles['only']}>{say('onlyOne')}</p>}
    </Item>
  );
}
