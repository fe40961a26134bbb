import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFolderDenials } from '@/entities/label/use-labels-by-id';
import { MAX_SELECTED_LINKS } from '@/entities/link/bulk-links';
import { fetchAllLinks, type LinkListParams } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useDenied } from '@/entities/workspace/use-can';
import { messageOf } from '@/shared/api/errors';
import type { Selection } from '@/shared/hooks/use-selection';
import { t } from '@/shared/i18n/t';
import { formatTotal } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { SelectionBar } from '@/shared/ui/selection-bar';
import { toast } from '@/shared/ui/toast';
import { type Skipped, useLinkActions } from '../actions/link-actions';
import { exportLinks } from '../list/import-export-menu';
import type { BulkField } from './bulk-edit-dialog';
import { EndDatePopover, UntagMenu } from './bulk-fields';
import { MovePopover, TagPopover } from './bulk-popovers';
import { BulkTrigger } from './bulk-trigger';

const ChangeMatchingDialog = lazyPart(() => import('./change-matching-dialog'), 'ChangeMatchingDialog');
const BulkEditDialog = lazyPart(() => import('./bulk-edit-dialog'), 'BulkEditDialog');

interface Props {
  selection: Selection<LinkBase>;
  shown: number;
  /** Number of matching links on all pages. */
  total: number;
  /** There are more matching links than `total`. */
  isMinimum: boolean;
  /** Filter and sort order of the list. */
  params: LinkListParams;
  onDelete: (links: readonly LinkBase[]) => void;
  onView: (skipped: Skipped) => void;
}

const tagsOf = (links: readonly LinkBase[]) => [...new Set(links.flatMap((link) => link.tags))].sort();

/**
 * Actions on the selected links, of which there is at least one. Links in folders that the user may only read are exported
 * but not changed.
 */
export function LinksBulkBar({ selection, shown, total, isMinimum, params, onDelete, onView }: Props) {
  const queries = useQueryClient();
  const { archive, unarchive, tag, untag, setEndDate, move } = useLinkActions(onView);
  const [busy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState<number | null>(null);
  const [editing, setEditing] = useState<BulkField>();
  const [changingAll, setChangingAll] = useState(false);
  const { selected } = selection;
  const folderDenied = useFolderDenials(selected);
  const editable = selected.filter((link) => !folderDenied(link));
  const readOnly = selected.length - editable.length;
  const roleDenied = useDenied('links:write');
  const denied = roleDenied ?? (editable.length === 0 ? selected.map(folderDenied).find(Boolean) : undefined);
  const archived = (editable.length > 0 ? editable : selected).every((link) => link.status === 'archived');

  async function act(run: () => Promise<unknown>) {
    setBusy(true);
    await run();
    setBusy(false);
    selection.none();
  }

  async function selectEverything() {
    setBusy(true);
    try {
      const { limit: _, page: __, include: ___, ...filter } = params;
      selection.everything(await fetchAllLinks(filter, setLoaded));
    } catch (error) {
      toast({ title: t('Couldn’t select all links'), text: messageOf(error), tone: 'bad' });
    }
    setLoaded(null);
    setBusy(false);
  }

  return (
    <SelectionBar
      selection={selection}
      shown={shown}
      note={readOnly > 0 && t('{count} read only', { count: readOnly })}
      more={
        total > shown &&
        (total > MAX_SELECTED_LINKS || isMinimum ? (
          !roleDenied && (
            <button type="button" className="selection-all" disabled={busy} onClick={() => setChangingAll(true)}>
              {t('Change all {total}', { total: formatTotal(total, isMinimum) })}
            </button>
          )
        ) : (
          <button type="button" className="selection-all" disabled={busy} onClick={selectEverything}>
            {loaded === null
              ? t('Select all {total} matching links', { total })
              : t('Loading {loaded} of {total}', { loaded, total })}
          </button>
        ))
      }
    >
      <TagPopover disabled={busy} denied={denied} onTag={(name) => void act(() => tag(editable, name))} />
      <UntagMenu
        disabled={busy || denied !== undefined}
        tags={tagsOf(editable)}
        onUntag={(name) => void act(() => untag(editable, name))}
      />
      <MovePopover disabled={busy} denied={denied} onMove={(folder) => void act(() => move(editable, folder))} />
      <EndDatePopover disabled={busy} denied={denied} onChange={(time) => void act(() => setEndDate(editable, time))} />
      <Menu trigger={<BulkTrigger glyph="edit" label={t('Edit')} disabled={busy} denied={denied} />}>
        <MenuItem onSelect={() => setEditing('url')}>{t('Destination')}</MenuItem>
        <MenuItem onSelect={() => setEditing('utm')}>{t('UTM parameters')}</MenuItem>
        <MenuItem onSelect={() => setEditing('password')}>{t('Password')}</MenuItem>
      </Menu>
      <PermissionButton
        permission="links:write"
        denied={denied}
        size="sm"
        busy={busy}
        aria-label={archived ? t('Unarchive') : t('Archive')}
        onClick={() => act(() => (archived ? unarchive(editable) : archive(editable)))}
      >
        <Icon name="box" />
        <span className="selection-word">{archived ? t('Unarchive') : t('Archive')}</span>
      </PermissionButton>
      <Button
        size="sm"
        disabled={busy}
        aria-label={t('Export')}
        onClick={() => act(() => exportLinks(queries, { format: 'csv', ids: selected.map(({ id }) => id) }))}
      >
        <Icon name="download" />
        <span className="selection-word">{t('Export')}</span>
      </Button>
      <PermissionButton
        permission="links:write"
        denied={denied}
        size="sm"
        disabled={busy}
        aria-label={t('Delete')}
        onClick={() => onDelete(editable)}
      >
        <Icon name="trash" />
        <span className="selection-word">{t('Delete')}</span>
      </PermissionButton>
      {changingAll && (
        <ChangeMatchingDialog
          params={params}
          total={total}
          isMinimum={isMinimum}
          onClose={() => setChangingAll(false)}
        />
      )}
      {editing && (
        <BulkEditDialog
          field={editing}
          links={editable}
          onClose={() => setEditing(undefined)}
          onDone={selection.none}
          onView={onView}
        />
      )}
    </SelectionBar>
  );
}
