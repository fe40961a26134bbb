import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { Switch } from '@/shared/ui/choice';
import { PanelError } from '@/shared/ui/panel-error';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

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

/** Returns a function that stores a changed preference. The list shows the change at once. */
function useSavePreference() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ category, inApp, email }: Preference) =>
      api.PUT('/me/notification-preferences/{category}', { params: { path: { category } }, body: { inApp, email } }),
    onError: (failure) => toast({ title: 'Couldn’t save the notifications', text: messageOf(failure), tone: 'bad' }),
    // The list of an earlier change would undo a later one that is not stored yet.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: queryKey }) === 1 && queryClient.invalidateQueries({ queryKey }),
  });
  return (changed: Preference) => {
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(
      queryKey,
      (list) =>
        list && { ...list, items: list.items.map((item) => (item.category === changed.category ? changed : item)) },
    );
    mutate(changed);
  };
}

/** A switch and a choice of emails for each category of notifications. Changes apply at once. */
export function NotificationPreferences() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const save = useSavePreference();
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
            <Channels preference={preference} onChange={(changed) => save({ ...preference, ...changed })} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ChannelsProps {
  preference: Preference;
  onChange: (changed: Partial<Preference>) => void;
}

function Channels({ preference, onChange }: ChannelsProps) {
  const id = `in-app-${preference.category}`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="flex items-center gap-2" htmlFor={id}>
        <Switch
          id={id}
          aria-label={`Show notifications about ${preference.label} in the app`}
          checked={preference.inApp}
          onChange={(event) => onChange({ inApp: event.target.checked })}
        />
        In app
      </label>
      <Select
        aria-label={`Emails about ${preference.label}`}
        className="w-44"
        value={preference.email}
        options={EMAIL_OPTIONS}
        onChange={(email) => onChange({ email })}
      />
    </div>
  );
}
