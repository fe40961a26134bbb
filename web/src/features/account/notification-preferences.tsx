import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { TIMING } from '@/shared/config/timing';
import { useAutosave } from '@/shared/hooks/use-autosave';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { Switch } from '@/shared/ui/switch';

type Preference = components['schemas']['NotificationPreference'];

const preferencesQuery = queryOptions({
  queryKey: ['me', 'notification-preferences'],
  queryFn: ({ signal }) => body(api.GET('/me/notification-preferences', { signal })),
});

const EMAIL_OPTIONS = [
  { value: 'immediate', label: 'By email' },
  { value: 'daily', label: 'Daily summary' },
  { value: 'never', label: 'No email' },
] as const;

type Channels = Pick<Preference, 'inApp' | 'email'>;

const isSame = (a: Channels, b: Channels) => a.inApp === b.inApp && a.email === b.email;

/** A switch and a choice of emails for each category of notifications. Changes apply at once. */
export function NotificationPreferences() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={420} className="max-w-[680px]" />;
  return (
    <ul className="ui-panel max-w-[680px]">
      {data.items.map((preference) => (
        <li key={preference.category} className="ui-row first:border-t-0 flex-wrap">
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="font-semibold">{preference.label}</p>
            <p className="ui-small ui-muted">{preference.about}</p>
          </div>
          {preference.locked ? (
            <p className="ui-small ui-muted">Always on, in the app and by email</p>
          ) : (
            <ChannelFields preference={preference} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The channels of a category, which are saved when they change, and follow the list otherwise. */
function useChannels(preference: Preference) {
  const queries = useQueryClient();
  const { category, inApp, email } = preference;
  const [channels, setChannels] = useState<Channels>({ inApp, email });
  const [saver, state] = useAutosave<Channels>({
    stored: channels,
    isSame,
    delayMs: 0,
    savesAfterUnmount: true,
    retryMs: TIMING.draftRetryMs,
    save: async (body) => {
      await api.PUT('/me/notification-preferences/{category}', { params: { path: { category } }, body });
      queries.setQueryData(
        preferencesQuery.queryKey,
        (list) =>
          list && { ...list, items: list.items.map((one) => (one.category === category ? { ...one, ...body } : one)) },
      );
    },
  });
  useEffect(() => {
    if (saver.state.get().kind !== 'saved') return;
    saver.reset({ inApp, email });
    setChannels({ inApp, email });
  }, [saver, inApp, email]);
  const change = (changed: Partial<Channels>) => {
    const next = { ...channels, ...changed };
    setChannels(next);
    saver.change(next);
  };
  return { channels, state, change };
}

function ChannelFields({ preference }: { preference: Preference }) {
  const { channels, state, change } = useChannels(preference);
  const id = `in-app-${preference.category}`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="flex items-center gap-2" htmlFor={id}>
        <Switch
          id={id}
          aria-label={`Show notifications about ${preference.label} in the app`}
          checked={channels.inApp}
          onChange={(event) => change({ inApp: event.target.checked })}
        />
        In app
      </label>
      <Select
        aria-label={`Emails about ${preference.label}`}
        className="w-44"
        value={channels.email}
        options={EMAIL_OPTIONS}
        onChange={(email) => change({ email })}
      />
      {state.kind === 'offline' && (
        <p className="ui-hint" role="status">
          Not saved: you are offline. The change is saved when you’re back online.
        </p>
      )}
      {state.kind === 'failed' && (
        <p className="ui-hint ui-error" role="alert">
          Couldn’t save. {messageOf(state.error)}
        </p>
      )}
    </div>
  );
}
