import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';

/** A lock beside the name of a folder that only chosen members see. */
export function RestrictedMark() {
  return (
    <span role="img" aria-label={t('Restricted to chosen members')} title={t('Only chosen members see this folder')}>
      <Icon name="lock" />
    </span>
  );
}
