import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { me } from '@platform/sdk';
import type { KnownDevice, UserDevice, UserSession } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { deviceIcon, useCountryName } from '../parts/device-name.ts';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { devicesQuery, sessionsQuery } from '../queries.ts';

const refreshes = ['meSessionList', 'meActivityList'] as const;

/** "Chrome on macOS", as far as known. */
function useDeviceName(): (device: UserDevice) => string {
  const say = useSay('account-devices');
  return ({ browser, os }) => {
    if (browser !== null && os !== null) return say('device.on', { browser, os });
    return browser ?? os ?? say('device.unknown');
  };
}

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const say = useSay('account-devices');
  const nameOf = useDeviceName();
  const countryOf = useCountryName();
  const { current, device, ip, country, lastUsedAt, signedInAt } = session;
  const place = countryOf(country);
  const last = { time: <RelativeTime key="last" at={lastUsedAt} /> };
  return (
    <Item
      icon={deviceIcon(device)}
      title={nameOf(device)}
      badges={current && <Badge state="ok">{say('session.current')}</Badge>}
      facts={[
        place ?? ip,
        place !== undefined && ip,
        !current && say.rich('session.lastUsed', last),
        say.rich('session.signedIn', { time: <ExactTime key="in" at={signedInAt} /> }),
      ]}
      actions={
        !current && (
          <Button
            size="small"
            onPress={onEnd}
            aria-label={`${say('session.end')}: ${nameOf(device)}`}
          >
            {say('session.end')}
          </Button>
        )
      }
    />
  );
}

function Sessions({ sessions }: { sessions: readonly UserSession[] }) {
  const say = useSay('account-devices');
  const nameOf = useDeviceName();
  const [ending, setEnding] = useState<UserSession>();
  const [isEndingAll, setIsEndingAll] = useState(false);
  const end = useWrite((api, id: string) => me(api).sessions.delete(id), {
    refreshes,
    onDone: () => showToast({ text: say('session.ended') }),
  });
  const endOthers = useWrite((api) => me(api).sessions.deleteOthers(), {
    refreshes,
    onDone: ({ ended }) => showToast({ text: say('sessions.ended', { count: ended }) }),
  });
  const others = sessions.filter(({ current }) => !current);
  const sorted = [...sessions.filter(({ current }) => current), ...others];
  return (
    <Section
      title={say('sessions')}
      about={say('sessions.about')}
      actions={
        others.length > 0 && (
          <Button onPress={() => setIsEndingAll(true)}>{say('sessions.endOthers')}</Button>
        )
      }
    >
      <ItemList label={say('sessions')}>
        {sorted.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ItemList>
      {ending && (
        <ConfirmWrite
          title={say('session.endTitle', { name: nameOf(ending.device) })}
          consequences={[say('session.endEffect'), say('session.endUnknown')]}
          action={say('session.end')}
          write={end}
          input={ending.id}
          onClose={() => setEnding(undefined)}
        />
      )}
      {isEndingAll && (
        <ConfirmWrite
          title={say('sessions.endTitle', { count: others.length })}
          consequences={[say('sessions.endEffect'), say('sessions.endApps')]}
          action={say('sessions.endOthers')}
          write={endOthers}
          input={null}
          onClose={() => setIsEndingAll(false)}
        />
      )}
    </Section>
  );
}

function KnownDevices({ devices }: { devices: readonly KnownDevice[] }) {
  const say = useSay('account-devices');
  const nameOf = useDeviceName();
  const [forgetting, setForgetting] = useState<KnownDevice>();
  const forget = useWrite((api, id: string) => me(api).devices.delete(id), {
    refreshes: ['meDeviceList'],
  });
  return (
    <Section
      title={say('browsers')}
      about={say(devices.length === 0 ? 'browsers.none' : 'browsers.about')}
    >
      {devices.length > 0 && (
        <ItemList label={say('browsers')}>
          {devices.map((known) => (
            <Item
              key={known.id}
              icon={deviceIcon(known.device)}
              title={nameOf(known.device)}
              badges={known.trustedUntil !== null && <Badge>{say('browser.trusted')}</Badge>}
              facts={[
                say.rich('session.lastUsed', {
                  time: <RelativeTime key="t" at={known.lastUsedAt} />,
                }),
                known.trustedUntil !== null &&
                  say.rich('browser.trustedUntil', {
                    time: <ExactTime key="t" at={known.trustedUntil} isDate />,
                  }),
              ]}
              actions={
                <Button
                  size="small"
                  aria-label={`${say('browser.forget')}: ${nameOf(known.device)}`}
                  onPress={() => setForgetting(known)}
                >
                  {say('browser.forget')}
                </Button>
              }
            />
          ))}
        </ItemList>
      )}
      {forgetting && (
        <ConfirmWrite
          title={say('browser.forgetTitle', { name: nameOf(forgetting.device) })}
          consequences={[say('browser.forgetEffect'), say('browser.forgetSession')]}
          action={say('browser.forget')}
          write={forget}
          input={forgetting.id}
          onClose={() => setForgetting(undefined)}
        />
      )}
    </Section>
  );
}

/** Where the user is signed in, and the browsers that are known. */
export function DevicesPage() {
  const say = useSay('account-devices');
  const sessions = useQuery(sessionsQuery);
  const devices = useQuery(devicesQuery);
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Loaded query={sessions} lines={4}>
        {({ data }) => <Sessions sessions={data} />}
      </Loaded>
      <Loaded query={devices} lines={3}>
        {({ data }) => <KnownDevices devices={data} />}
      </Loaded>
    </PageStack>
  );
}
