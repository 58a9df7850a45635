import { useState } from 'react';
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { Verbatim } from '../content/verbatim.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { useSay } from '../words/words-context.ts';
import { compareVersions } from './versions.ts';
import type { FieldVersions } from './versions.ts';
import styles from './conflict.module.css';

type Version = Readonly<Record<string, unknown>>;
type Side = 'theirs' | 'mine';

export interface ConflictDialogProps {
  isOpen: boolean;
  /** As the form read it, as it is on the server now, as the form has it. */
  base: Version;
  theirs: Version;
  mine: Version;
  labelOf: (path: string) => string;
  /** Shows a value; text without one. */
  show?: (value: unknown, path: string) => ReactNode;
  isPending?: boolean;
  /** The paths whose values of the form shall be kept; all others are theirs. */
  onResolve: (keepMine: readonly string[]) => void;
  onClose: () => void;
}

function Value({ value }: { value: unknown }) {
  const say = useSay('kit');
  if (value === undefined || value === null || value === '') return <>{say('conflict.empty')}</>;
  return <Verbatim text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />;
}

interface ChoiceProps {
  field: FieldVersions;
  label: string;
  show: NonNullable<ConflictDialogProps['show']>;
  side: Side | undefined;
  onChange: (side: Side) => void;
}

/** A field that both changed. */
function FieldChoice({ field, label, show, side, onChange }: ChoiceProps) {
  const say = useSay('kit');
  return (
    <RadioGroup
      className={styles['field']}
      value={side ?? null}
      onChange={(value) => onChange(value as Side)}
    >
      <Label>
        <strong>{label}</strong>{' '}
        <span className={styles['who']}>
          {say('conflict.before')} {show(field.base, field.path)}
        </span>
      </Label>
      <div className={styles['choices']}>
        {(['theirs', 'mine'] as const).map((each) => (
          <Radio key={each} value={each} className={styles['choice']}>
            <span className={styles['who']}>{say(`conflict.${each}`)}</span>
            <span className={styles['value']}>{show(field[each], field.path)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** Somebody else saved the resource meanwhile: what both changed is chosen field by field, all else is merged. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, theirs, mine, labelOf, isOpen, isPending, onResolve, onClose } = props;
  const say = useSay('kit');
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const fields = compareVersions(base, { theirs, mine });
  const conflicts = fields.filter(({ changedBy }) => changedBy === 'both');
  const merged = fields.filter(({ changedBy }) => changedBy !== 'both');
  const show = props.show ?? ((value: unknown) => <Value value={value} />);
  const isMine = ({ path, changedBy }: FieldVersions) =>
    changedBy === 'mine' || sides[path] === 'mine';
  return (
    <Dialog
      title={say('conflict.title')}
      size="wide"
      isOpen={isOpen}
      isDismissable={!isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {say('conflict.back')}
          </Button>
          <Button
            kind="primary"
            isPending={isPending}
            isDisabled={conflicts.some(({ path }) => sides[path] === undefined)}
            onPress={() => onResolve(fields.filter(isMine).map(({ path }) => path))}
          >
            {say('conflict.save')}
          </Button>
        </>
      }
    >
      <p>{say('conflict.about', { count: conflicts.length })}</p>
      {conflicts.length > 0 && (
        <div className={styles['fields']}>
          {conflicts.map((field) => (
            <FieldChoice
              key={field.path}
              field={field}
              label={labelOf(field.path)}
              show={show}
              side={sides[field.path]}
              onChange={(side) => setSides((given) => ({ ...given, [field.path]: side }))}
            />
          ))}
        </div>
      )}
      {merged.length > 0 && (
        <ul className={styles['merged']}>
          {merged.map(({ path, changedBy, ...versions }) => (
            <li key={path}>
              {say.rich(`conflict.merged.${changedBy as Side}`, {
                field: labelOf(path),
                value: show(versions[changedBy as Side], path),
              })}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
