import { useQuery } from '@tanstack/react-query';
import { memberList } from '@/entities/member/member.queries';
import { useUser } from '@/entities/session/use-session';
import { useDenied } from '@/entities/workspace/use-can';
import { t } from '@/shared/i18n/t';
import { Checkbox } from '@/shared/ui/checkbox';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';

interface Props {
  /** The ids of the chosen members. */
  value: readonly string[];
  /** Those who unsubscribed. */
  unsubscribed?: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string;
}

/** Chooses the members who get a report or an alert. Viewers can choose themselves only, as can members who unsubscribed. */
export function ReceiverPicker({ value, unsubscribed = [], onChange, error }: Props) {
  const self = useUser()?.id;
  const denied = useDenied('shares:manage');
  const { data: members, error: failed, refetch } = useQuery(memberList());
  if (failed) return <PanelError error={failed} onRetry={refetch} />;
  const offered = members?.filter(({ userId }) => !denied || [...value, ...unsubscribed, self].includes(userId));
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((known) => known !== id));
  return (
    <fieldset className="scheduled-receivers" aria-describedby={error ? 'scheduled-receivers-error' : undefined}>
      <legend>{t('Receivers')}</legend>
      {!offered && <Skeleton height={32} />}
      {offered?.map(({ userId, firstName, lastName, email }) => (
        <label key={userId} htmlFor={`receiver-${userId}`}>
          <Checkbox
            id={`receiver-${userId}`}
            checked={value.includes(userId)}
            disabled={unsubscribed.includes(userId) && userId !== self}
            onChange={(event) => toggle(userId, event.target.checked)}
          />
          <span className="min-w-0">
            {firstName} {lastName} <span className="ui-muted">{email}</span>
            {unsubscribed.includes(userId) && <span className="ui-muted"> · {t('Unsubscribed')}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id="scheduled-receivers-error" className="ui-error">
          {error}
        </p>
      )}
      <p className="ui-small ui-muted">
        {denied
          ? t('Your role allows yourself only.')
          : t('Each member gets the clicks that they may see, and can unsubscribe.')}
      </p>
    </fieldset>
  );
}
