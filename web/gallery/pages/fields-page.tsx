import { useState } from 'react';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { SearchField } from '../../kit/controls/search-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { SuggestField } from '../../kit/controls/suggest-field.tsx';
import { Switch } from '../../kit/controls/switch.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { sample } from '../settings.ts';
import { Grid, Specimens } from '../specimen.tsx';

const roles: Choice[] = [
  { id: 'owner', label: sample('Owner'), hint: sample('Everything, including deletion') },
  { id: 'admin', label: sample('Administrator'), hint: sample('Everything except billing') },
  { id: 'member', label: sample('Member') },
  { id: 'none', label: sample('Not available'), isDisabled: true },
];
const people: Choice[] = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Alan Turing'].map(
  (name) => ({
    id: name,
    label: name,
    hint: `${name.split(' ', 1)[0]?.toLowerCase()}@example.com`,
  }),
);

/** Finds people as a server would, after a moment. */
const findPeople = async (text: string): Promise<readonly Choice[]> => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return people.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
};

function People({ problem }: { problem?: string }) {
  const [value, setValue] = useState<Choice | null>(people[0] ?? null);
  return (
    <ComboBox
      label={sample('Owner')}
      hint={sample('Searches as you type.')}
      problem={problem}
      search={findPeople}
      value={value}
      onChange={setValue}
    />
  );
}

function Suggested() {
  const [value, setValue] = useState('user:');
  return (
    <SuggestField
      label={sample('Subject')}
      hint={sample('Suggests how to begin.')}
      suggestions={people}
      value={value}
      onChange={setValue}
    />
  );
}

export const FieldsPage = () => (
  <Specimens title="Fields">
    <Grid>
      <TextField label={sample('Display name')} defaultValue="Ada Lovelace" />
      <TextField
        label={sample('Email')}
        hint={sample('We send a code to confirm it.')}
        placeholder="ada@example.com"
        type="email"
      />
      <TextField
        label={sample('Email')}
        defaultValue="ada@example"
        problem={sample('Enter an email address, like ada@example.com.')}
      />
      <TextField
        label={sample('Website')}
        prefix="https://"
        defaultValue="example.com"
        isOptional
      />
      <TextField label={sample('Client ID')} defaultValue="app_01h2xcej" isCode isReadOnly />
      <TextField label={sample('Disabled')} defaultValue={sample('Managed by Okta')} isDisabled />
      <TextArea label={sample('Description')} defaultValue={sample('Shown on the consent page.')} />
      <TextArea
        label="CSS"
        defaultValue={':root {\n  --radius: 4px;\n}'}
        isCode
        problem={sample('Line 2: not allowed here.')}
      />
      <PasswordField
        label={sample('Password')}
        autoComplete="current-password"
        defaultValue="secret word"
      />
      <PasswordField
        label={sample('New password')}
        autoComplete="new-password"
        problem={sample('This password has appeared in a data breach.')}
      />
      <SearchField label={sample('Search users')} />
      <SearchField label={sample('Search users')} defaultValue="ada" />
      <NumberField
        label={sample('Session lifetime')}
        unit={sample('hours')}
        defaultValue={12}
        minValue={1}
      />
      <NumberField
        label={sample('Attempts')}
        defaultValue={1_204}
        problem={sample('At most 100.')}
      />
      <Select label={sample('Role')} choices={roles} defaultValue="admin" />
      <Select label={sample('Role')} choices={roles} problem={sample('Choose a role.')} />
      <People />
      <Suggested />
      <People problem={sample('This person has left.')} />
      <RadioGroup
        label={sample('Access')}
        choices={roles.slice(0, 3)}
        defaultValue="admin"
        hint={sample('You can change it later.')}
      />
      <RadioGroup
        label={sample('Access')}
        choices={roles.slice(1)}
        problem={sample('Choose one.')}
      />
      <div className="gallery-row">
        <Checkbox label={sample('Remember this device')} defaultSelected />
        <Checkbox label={sample('Send an email')} hint={sample('To all owners')} />
        <Checkbox label={sample('Some rows')} isIndeterminate />
        <Checkbox label={sample('Disabled')} isDisabled />
        <Checkbox label={sample('I accept the terms')} isInvalid />
      </div>
      <div className="gallery-row">
        <Switch
          label={sample('Single keys')}
          hint={sample('J and K move through rows')}
          defaultSelected
        />
        <Switch label={sample('Live')} />
        <Switch label={sample('Disabled')} isDisabled />
      </div>
    </Grid>
  </Specimens>
);
