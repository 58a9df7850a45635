import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import type { ButtonKind } from '../../kit/controls/button.tsx';
import { FileButton } from '../../kit/controls/file-button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Link, OutsideLink } from '../../kit/controls/link.tsx';
import { Spinner } from '../../kit/controls/spinner.tsx';
import { TabLinks, Tabs } from '../../kit/controls/tabs.tsx';
import { Tooltip } from '../../kit/overlays/tooltip.tsx';
import { sample } from '../settings.ts';
import { Specimen, Specimens } from '../specimen.tsx';

const kinds: ButtonKind[] = ['primary', 'plain', 'danger', 'quiet'];
const tabs = ['Profile', 'Sign-in', 'Organizations', 'Access', 'Privacy', 'Activity'];

export const ControlsPage = () => (
  <Specimens title="Controls">
    {kinds.map((kind) => (
      <Specimen key={kind} title={kind}>
        <Button kind={kind}>{sample('Save changes')}</Button>
        <Button kind={kind}>
          <Icon of={Plus} />
          {sample('Create user')}
        </Button>
        <Button kind={kind} size="small">
          {sample('Remove')}
        </Button>
        <Button kind={kind} isDisabled>
          {sample('Disabled')}
        </Button>
        <Button kind={kind} isPending>
          {sample('Save changes')}
        </Button>
      </Specimen>
    ))}
    <Specimen title="Icons">
      <IconButton icon={Pencil} label={sample('Rename')} />
      <IconButton icon={Copy} label={sample('Copy')} size="small" />
      <IconButton icon={Ellipsis} label={sample('More actions')} kind="plain" />
      <IconButton icon={Trash2} label={sample('Delete')} isDisabled />
      <Spinner />
      <FileButton accept={['.xml']} onFile={() => undefined}>
        {sample('Choose a file')}
      </FileButton>
    </Specimen>
    <Specimen title="Links">
      <Link href="/users">{sample('Ada Lovelace')}</Link>
      <Link href="/users" isQuiet>
        {sample('Quiet link')}
      </Link>
      <OutsideLink href="https://example.com/docs">{sample('Documentation')}</OutsideLink>
      <OutsideLink href="javascript:alert(1)">{sample('Not followed')}</OutsideLink>
      <ButtonLink href="/users/new" kind="plain">
        {sample('Go to users')}
      </ButtonLink>
      <Tooltip text={sample('Words on hover')}>
        <Button kind="quiet">{sample('With a tooltip')}</Button>
      </Tooltip>
    </Specimen>
    <section>
      <h2>{sample('Tabs as routes')}</h2>
      <TabLinks
        label="User"
        current="/Sign-in"
        tabs={tabs.map((name, index) => ({
          href: `/${name}`,
          label: sample(name),
          count: index === 2 ? 1_204 : undefined,
        }))}
      />
    </section>
    <section>
      <h2>{sample('Tabs of a page')}</h2>
      <Tabs
        label="Views"
        tabs={['Graph', 'Outline'].map((name) => ({
          id: name,
          label: sample(name),
          content: <p>{sample(`The ${name.toLowerCase()} of the flow.`)}</p>,
        }))}
      />
    </section>
  </Specimens>
);
