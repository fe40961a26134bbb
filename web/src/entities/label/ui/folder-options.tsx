import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import type { ComboOption } from '@/shared/ui/search-list';
import type { Folder } from '../label.queries';
import { RestrictedMark } from './restricted-mark';

/** The values of the options that are no folders. */
export const NO_FOLDER = 'none';
export const NEW_FOLDER = 'new';

/** The folders to put links into, a new one and none. A folder that the user may only read is disabled. */
export function folderOptions({ labels, text }: { labels: readonly Folder[]; text: string }): readonly ComboOption[] {
  const create = { value: NEW_FOLDER, label: t('New folder'), before: <Icon name="plus" /> };
  const folders = labels.map(folderOption);
  return text === '' ? [create, { value: NO_FOLDER, label: t('No folder') }, ...folders] : [...folders, create];
}

function folderOption({ id, name, level, access }: Folder): ComboOption {
  return {
    value: id,
    label: level === 'read' ? t('{name} (read only)', { name }) : name,
    disabled: level === 'read',
    after: access === 'members' && <RestrictedMark />,
  };
}
