import { useEffect, useState } from 'react';
import { Ban, Pencil, Settings, Trash2, Users } from 'lucide-react';
import { Button } from '../../kit/controls/button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import type { MenuGroup } from '../../kit/controls/menu.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { usePaletteKey } from '../../kit/palette/palette-button.tsx';
import { Palette } from '../../kit/palette/palette.tsx';
import type { PaletteGroup } from '../../kit/palette/palette-search.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { sample } from '../settings.ts';
import { Specimens } from '../specimen.tsx';

const ignore = () => undefined;

export const DialogPage = () => (
  <Dialog
    title={sample('Rename organization')}
    isOpen
    onClose={ignore}
    actions={
      <>
        <Button>{sample('Cancel')}</Button>
        <Button kind="primary">{sample('Rename')}</Button>
      </>
    }
  >
    <TextField label={sample('Name')} defaultValue="Acme Ltd" hint={sample('Members see it.')} />
  </Dialog>
);

export const ConfirmPage = () => (
  <ConfirmDialog
    title={sample('Delete Acme Ltd?')}
    consequences={[
      sample('Ends 214 sessions.'),
      sample('Removes 1,204 members from the organization. Their accounts stay.'),
      sample('Deletes 2 connections and the domain acme.com.'),
    ]}
    action={sample('Delete organization')}
    isDanger
    typedName="acme-ltd"
    isOpen
    onConfirm={ignore}
    onClose={ignore}
  />
);

export const SecretPage = () => (
  <SecretDialog
    title={sample('Client secret of Ledger')}
    secret="cs_live_4f8a0b6c2d1e9f7a3b5c8d0e2f4a6b8c"
    fileName="ledger-secret.txt"
    onClose={ignore}
  />
);

export function ToastPage() {
  useEffect(() => {
    showToast({
      text: sample('Ada Lovelace is suspended.'),
      action: { label: sample('Undo'), onAction: ignore },
    });
    showToast({
      state: 'info',
      text: sample('The export is being prepared. You find it under Jobs.'),
    });
  }, []);
  return (
    <Specimens title="Toasts">
      <Button onPress={() => showToast({ text: sample('Saved.') })}>{sample('Save')}</Button>
    </Specimens>
  );
}

const groups: MenuGroup[] = [
  {
    id: 'edit',
    entries: [
      { id: 'rename', label: sample('Rename'), icon: Pencil },
      { id: 'suspend', label: sample('Suspend'), hint: sample('Ends 2 sessions'), icon: Ban },
      { id: 'docs', label: sample('Documentation'), href: '/docs', opensTab: true },
    ],
  },
  {
    id: 'danger',
    entries: [{ id: 'delete', label: sample('Delete user'), icon: Trash2, isDanger: true }],
  },
];

export const MenuPage = () => (
  <Specimens title="Menu">
    <div className="gallery-row">
      <Menu
        label={sample('More actions')}
        placement="bottom start"
        trigger={<Button>{sample('More actions')}</Button>}
        groups={groups}
      />
    </div>
  </Specimens>
);

const paletteGroups: PaletteGroup[] = [
  {
    id: 'pages',
    label: sample('Pages'),
    entries: [
      { id: 'users', label: sample('Users'), icon: Users, keys: 'G U', href: '/users' },
      { id: 'settings', label: sample('Settings'), icon: Settings, keys: 'G S', href: '/settings' },
    ],
  },
  {
    id: 'actions',
    label: sample('Ada Lovelace'),
    entries: [{ id: 'suspend', label: sample('Suspend user'), hint: 'ada@example.com', icon: Ban }],
  },
];

export function PalettePage() {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(true);
  usePaletteKey(() => setIsOpen(true));
  return (
    <Palette
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      groups={paletteGroups}
      text={text}
      onTextChange={setText}
    />
  );
}

const base = {
  name: 'Acme',
  about: 'An example.',
  css: 'a {\n  color: red;\n}\n\nb {\n}',
  limit: 10,
};

export const ConflictPage = () => (
  <ConflictDialog
    isOpen
    base={base}
    theirs={{ ...base, name: 'Acme Ltd', limit: 20, css: base.css.replace('red', 'blue') }}
    mine={{
      ...base,
      name: 'ACME Limited',
      about: 'A company that makes everything.',
      css: `${base.css}\n`,
    }}
    mergesLines
    labelOf={(path) =>
      sample(
        { name: 'Name', about: 'Description', css: 'CSS', limit: 'Member limit' }[path] ?? path,
      )
    }
    onResolve={ignore}
    onClose={ignore}
  />
);
