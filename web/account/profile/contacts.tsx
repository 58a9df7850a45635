import { useState } from 'react';
import { Mail, Phone, Plus } from 'lucide-react';
import { me } from '@platform/sdk';
import type { MyContact } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { AddContact } from './add-contact.tsx';
import styles from './profile.module.css';

const refreshes = ['meGet', 'meActivityList'] as const;

function ContactBadges({ contact: { primary, verified } }: { contact: MyContact }) {
  const say = useSay('account-profile');
  return (
    <>
      {primary && <Badge state="info">{say('contact.primary')}</Badge>}
      {!verified && <Badge state="warning">{say('contact.notVerified')}</Badge>}
    </>
  );
}

interface RowProps {
  contact: MyContact;
  onVerify: () => void;
  onRemove: () => void;
}

/** A contact, and what its user may do with it. */
function ContactRow({ contact, onVerify, onRemove }: RowProps) {
  const say = useSay('account-profile');
  const { id, type, value, primary, verified, locked } = contact;
  const promote = useWrite((api, chosen: string) => me(api).contacts.primary.put(chosen), {
    refreshes,
    onDone: () => showToast({ text: say('contact.madePrimary', { value }) }),
  });
  return (
    <Item
      icon={type === 'email' ? Mail : Phone}
      title={<Verbatim text={value} />}
      badges={<ContactBadges contact={contact} />}
      facts={[locked && say('contact.locked')]}
      actions={
        !locked && (
          <>
            {!verified && type === 'email' && (
              <Button size="small" onPress={onVerify}>
                {say('contact.verify')}
              </Button>
            )}
            {verified && !primary && (
              <Button size="small" isPending={promote.isPending} onPress={() => promote.mutate(id)}>
                {say('contact.makePrimary')}
              </Button>
            )}
            {!primary && (
              <Button size="small" onPress={onRemove}>
                {say('contact.remove')}
              </Button>
            )}
          </>
        )
      }
    >
      {promote.error && <ProblemNote error={promote.error} />}
    </Item>
  );
}

/** How the user is reached. An address belongs to them once its code has been entered. */
export function Contacts({ contacts }: { contacts: readonly MyContact[] }) {
  const say = useSay('account-profile');
  const [adding, setAdding] = useState<{ value?: string }>();
  const [removing, setRemoving] = useState<MyContact>();
  const remove = useWrite((api, id: string) => me(api).contacts.delete(id), { refreshes });
  return (
    <div className={styles['contacts']}>
      <Section
        title={say('contacts')}
        about={say(contacts.length === 0 ? 'contacts.none' : 'contacts.about')}
        actions={
          <Button onPress={() => setAdding({})}>
            <Icon of={Plus} />
            {say('contact.add')}
          </Button>
        }
      >
        {contacts.length > 0 && (
          <ItemList label={say('contacts')}>
            {contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                onVerify={() => setAdding({ value: contact.value })}
                onRemove={() => setRemoving(contact)}
              />
            ))}
          </ItemList>
        )}
      </Section>
      {adding && <AddContact {...adding} onClose={() => setAdding(undefined)} />}
      {removing && (
        <ConfirmWrite
          title={say('contact.removeTitle', { value: removing.value })}
          consequences={[say('contact.removeEffect')]}
          action={say('contact.removeAction')}
          write={remove}
          input={removing.id}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}
