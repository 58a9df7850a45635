import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { findUsers } from './consent-queries.ts';

export interface PersonFieldProps {
  label: string;
  /** The id of a user, or an identifier of the tenant's own. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A person by name or address, or by an identifier that is typed. */
export function PersonField({ label, value, onChange }: PersonFieldProps) {
  const say = useSay('consents');
  const session = useSession();
  const { api } = useWebClient();
  return (
    <ComboBox
      label={label}
      isOptional
      value={value === undefined ? null : { id: value, label: value }}
      onChange={(choice) => onChange(choice?.id)}
      search={async (text, signal) => {
        const maySearch = text.length >= 3 && mayCall(session, 'userDirectoryList');
        const found = maySearch ? await findUsers(api, text, signal) : [];
        return [...found, { id: text, label: text, hint: say('search.identifier') }];
      }}
    />
  );
}
