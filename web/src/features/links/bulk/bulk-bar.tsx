import { useState } from 'react';
import { MAX_SELECTED_LINKS } from '@/entities/link/bulk-links';
import { fetchAllLinks, type LinkListParams } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { messageOf } from '@/shared/api/errors';
import { formatCount } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';
import { type Skipped, useLinkActions } from '../actions/link-actions';
import { exportLinks } from '../list/import-export-menu';
import type { LinkSelection } from '../list/use-link-selection';
import { EndPopover, UntagMenu } from './bulk-fields';
import { MovePopover, TagPopover } from './bulk-popovers';

interface Props {
  selection: LinkSelection;
  shown: number;
  /** How many the filter finds, on all pages. */
  total: number;
  /** The filter and the order. */
  params: LinkListParams;
  onDelete: (links: readonly LinkBase[]) => void;
  onView: (skipped: Skipped) => void;
}

const tagsOf = (links: readonly LinkBase[]) => [...new Set(links.flatMap((link) => link.tags))].sort();

/** What can be done to the selected links together. */
export function LinksBulkBar({ selection, shown, total, params, onDelete, onView }: Props) {
  const { archive, restore, tag, untag, end, move } = useLinkActions(onView);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<number | null>(null);
  const { selected } = selection;
  if (selected.length === 0) return null;
  const archived = selected.every((link) => link.status === 'archived');

  async function act(run: () => Promise<unknown>) {
    setBusy(true);
    await run();
    setBusy(false);
    selection.none();
  }

  async function selectEverything() {
    setBusy(true);
    try {
      const { limit: _, page: __, ...filter } = params;
      selection.everything(await fetchAllLinks(filter, setFound));
    } catch (error) {
      toast({ title: 'The links were not selected', text: messageOf(error), tone: 'bad' });
    }
    setFound(null);
    setBusy(false);
  }

  return (
    <div className="links-bulk" role="toolbar" aria-label="Selection">
      <b role="status">{formatCount(selected.length)} selected</b>
      {selected.length < shown && (
        <button type="button" className="links-all" onClick={selection.all}>
          Select all {shown}
        </button>
      )}
      {selected.length === shown && total > shown && (
        <button type="button" className="links-all" disabled={busy} onClick={selectEverything}>
          {found === null
            ? `Select all ${formatCount(Math.min(total, MAX_SELECTED_LINKS))} found`
            : `${formatCount(found)} of ${formatCount(total)}`}
        </button>
      )}
      <TagPopover disabled={busy} onTag={(name) => void act(() => tag(selected, name))} />
      <UntagMenu disabled={busy} tags={tagsOf(selected)} onUntag={(name) => void act(() => untag(selected, name))} />
      <MovePopover disabled={busy} onMove={(folder) => void act(() => move(selected, folder))} />
      <EndPopover disabled={busy} onEnd={(time) => void act(() => end(selected, time))} />
      <Button
        size="sm"
        busy={busy}
        aria-label={archived ? 'Bring back' : 'Archive'}
        onClick={() => act(() => (archived ? restore(selected) : archive(selected)))}
      >
        <Icon name="box" />
        <span className="links-word">{archived ? 'Bring back' : 'Archive'}</span>
      </Button>
      <Button
        size="sm"
        disabled={busy}
        aria-label="Export"
        onClick={() => act(() => exportLinks({ format: 'csv', ids: selected.map(({ id }) => id) }))}
      >
        <Icon name="download" />
        <span className="links-word">Export</span>
      </Button>
      <Button size="sm" disabled={busy} aria-label="Delete" onClick={() => onDelete(selected)}>
        <Icon name="trash" />
        <span className="links-word">Delete</span>
      </Button>
      <Button size="sm" icon aria-label="Select none" onClick={selection.none}>
        <Icon name="x" />
      </Button>
    </div>
  );
}
