import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type Label,
  type LabelChange,
  type LabelKind,
  labelPage,
  useLabelMutations,
} from '@/entities/label/label.queries';
import { messageOf } from '@/shared/api/errors';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatCount } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { SearchBox } from '@/shared/ui/search-box';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LabelEdit } from './label-edit';
import { LabelForm } from './label-form';
import { LabelRow, type ListedLabel } from './label-row';

export interface EditorProps<L extends ListedLabel> {
  label: L;
  noun: string;
  onSave: (change: LabelChange) => Promise<unknown>;
  onClose: () => void;
}

interface Props<K extends LabelKind> {
  kind: K;
  /** "tag", "folder", "template". */
  noun: string;
  /** The end of a row: the number of links, the values. */
  about: (label: Label<K>) => ReactNode;
  /** Beside the name, such as a lock. */
  mark?: (label: Label<K>) => ReactNode;
  /** Further buttons of a row. */
  actions?: (label: Label<K>) => ReactNode;
  /** Why a label cannot be changed, apart from the role. */
  denied?: (label: Label<K>) => string | undefined;
  /** The consequence of deleting a label, as a sentence. */
  warning: (label: Label<K>) => string;
  /** Shows a form that creates a label from a name. */
  creatable?: boolean;
  /** The form that edits a label; by default its name and, for tags, its color. */
  editor?: (props: EditorProps<Label<K>>) => ReactNode;
  empty: string;
}

/**
 * The labels of a kind, which are created, renamed, colored and deleted in place. A list of several pages has a search and a
 * pager.
 */
export function LabelList<K extends LabelKind>({ kind, noun, ...rest }: Props<K>) {
  const { editor = (props) => <LabelEdit {...props} colored={kind === 'tags'} /> } = rest;
  const { create, change, remove } = useLabelMutations(kind);
  const [editing, setEditing] = useState<string | null>(null);
  const [pendingDelete, setPendingDelete] = useState<Label<K> | null>(null);
  const [search, setSearch] = useState('');
  const text = search.trim();
  const pages = usePagedList(text);
  const { data, error, refetch } = useQuery({
    ...labelPage(kind, text, pages.cursor),
    placeholderData: keepPreviousData,
  });
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={96} className="max-w-[680px]" />;
  const labels: readonly Label<K>[] = data.items;
  const isPaged = search !== '' || pages.page > 1 || Boolean(data.nextCursor);
  const nothing = text ? `No ${noun} matches “${text}”.` : isPaged ? `No ${noun}s on this page.` : rest.empty;

  async function onCreate(label: LabelChange) {
    const created = await create.mutateAsync(label);
    // It may be on another page.
    if (isPaged) toast({ title: `${created.name} created` });
  }

  async function confirm() {
    if (!pendingDelete) return;
    try {
      await remove.mutateAsync(pendingDelete.id);
      toast({ title: `${pendingDelete.name} deleted` });
    } catch (error) {
      toast({ title: `Couldn’t delete the ${noun}`, text: messageOf(error), tone: 'bad' });
    }
    setPendingDelete(null);
  }

  return (
    <div className="max-w-[680px]">
      {isPaged && (
        <div className="mb-3 flex max-w-md">
          <SearchBox
            withoutKey
            value={search}
            onChange={setSearch}
            label={`Search ${noun}s`}
            placeholder={`Search ${formatCount(data.total)} ${noun}s`}
          />
        </div>
      )}
      {labels.length > 0 ? (
        <ul className="ui-panel" aria-label={`All ${noun}s`}>
          {labels.map((label) =>
            editing === label.id ? (
              <li key={label.id} className="ui-row first:border-t-0">
                {editor({
                  label,
                  noun,
                  onSave: (edited) => change.mutateAsync({ id: label.id, ...edited }),
                  onClose: () => setEditing(null),
                })}
              </li>
            ) : (
              <LabelRow
                key={label.id}
                label={label}
                about={rest.about(label)}
                mark={rest.mark?.(label)}
                actions={rest.actions?.(label)}
                denied={rest.denied?.(label)}
                onEdit={() => setEditing(label.id)}
                onDelete={() => setPendingDelete(label)}
              />
            ),
          )}
        </ul>
      ) : (
        <div className="ui-panel">
          <EmptyState>{nothing}</EmptyState>
        </div>
      )}
      <CursorPager pages={pages} nextCursor={data.nextCursor} />
      {rest.creatable && <LabelForm noun={noun} onCreate={onCreate} />}
      <ConfirmDialog
        open={pendingDelete !== null}
        onClose={() => setPendingDelete(null)}
        title={`Delete ${pendingDelete?.name ?? ''}?`}
        action={`Delete ${noun}`}
        onConfirm={confirm}
        busy={remove.isPending}
      >
        <p>{pendingDelete && rest.warning(pendingDelete)}</p>
      </ConfirmDialog>
    </div>
  );
}
