import { useQuery } from '@tanstack/react-query';
import { hooks } from '@platform/sdk';
import type { UpdateHookRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { hookUpdate } from '../../generated/forms/hooks.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PlainForm } from '../../parts/plain-form.tsx';
import { useHookField } from './hook-fields.ts';
import { hookQuery, hookReads } from './hook-queries.ts';
import { hookSettingsRoute } from './hook-routes.ts';

/** The address, the applications and the failure mode of a hook. */
export function HookSettings() {
  const say = useSay('hooks');
  const session = useSession();
  const { hookId } = hookSettingsRoute.useParams();
  const query = useQuery(hookQuery(hookId));
  const isFresh = useIsFresh(query);
  const fieldOf = useHookField(hookUpdate);
  return (
    <Loaded query={query} lines={8}>
      {({ headerNames }, read) =>
        isFresh && (
          <PlainForm
            key={hookId}
            of={hookUpdate}
            read={read}
            groups={[
              {
                title: say('group.target'),
                fields: [
                  fieldOf('name', { isRequired: true }),
                  fieldOf('url', { isCode: true, isRequired: true }),
                  fieldOf('clientIds', { isCode: true }),
                  fieldOf('headers', {
                    hint:
                      headerNames.length > 0
                        ? say('field.headers.set', { names: headerNames.join(', ') })
                        : say('field.headers.hint'),
                  }),
                ],
              },
              {
                title: say('group.failure'),
                fields: [
                  fieldOf('failureMode'),
                  fieldOf('timeoutMilliseconds', { unit: say('milliseconds') }),
                ],
              },
            ]}
            send={(api, body, condition) =>
              hooks(api).update(hookId, body as UpdateHookRequest, condition)
            }
            reread={(api) => hooks(api).get(hookId)}
            refreshes={hookReads}
            draft={`hook ${hookId}`}
            isReadOnly={!mayCall(session, 'hookUpdate')}
          />
        )
      }
    </Loaded>
  );
}
