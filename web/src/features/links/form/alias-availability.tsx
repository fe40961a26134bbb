import { useQuery } from '@tanstack/react-query';
import { aliasAvailable } from '@/entities/link/link.queries';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';

interface Props {
  host: string;
  alias: string;
  /** The link's current alias, which is always available to it. */
  own: string | undefined;
}

/** Whether the alias is available. Checks after typing pauses and announces the result. */
export function AliasAvailability({ host, alias, own }: Props) {
  const settled = useDebouncedValue(alias, TIMING.aliasCheckMs);
  const availability = useQuery({ ...aliasAvailable(host, settled), enabled: settled !== '' && settled !== own });
  if (alias === '') return <span>{t('Leave empty for a random 7-character alias.')}</span>;
  if (alias === own) return <span>{t('After a change, the old alias keeps working.')}</span>;
  if (alias !== settled || availability.isPending) return <span role="status">{t('Checking availability…')}</span>;
  if (!availability.data) return <span>{t('Availability is checked when you save.')}</span>;
  if (!availability.data.available) {
    return (
      <span role="status" className="ui-hint ui-error">
        {availability.data.reason ?? t('This alias is taken.')}
      </span>
    );
  }
  return (
    <span role="status" className="ui-hint ui-ok link-form-free">
      <BlinkEye size={14} blinkKey={settled} />
      <span className="ui-truncate">{t('{host}/{alias} is available', { host, alias: settled })}</span>
    </span>
  );
}
