import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { t } from '@/shared/i18n/t';
import { matches } from '@/shared/ui/rank-options';
import { type Label, type LabelKind, type LabelPage, labelPage } from './label.queries';

export interface LabelSearch<L> {
  /** The labels that match, the best ones first. While `pending` they are those of an earlier search. */
  labels: readonly L[];
  /** The labels of this search are not known yet. */
  pending: boolean;
  /** More labels match than `labels` contains. */
  partial: boolean;
  /** A sentence below the labels: none match, more match, or an error. */
  note: string | undefined;
}

/**
 * The labels of a kind whose names match a search. They are searched here while one page contains all labels of the kind,
 * and by the server otherwise.
 */
export function useLabelSearch<K extends LabelKind>(kind: K, search: string, enabled = true): LabelSearch<Label<K>> {
  const text = search.trim();
  const settled = useDebouncedValue(text, TIMING.searchMs);
  const first = useQuery({ ...labelPage(kind), enabled });
  const remote = text !== '' && Boolean(first.data?.nextCursor);
  const found = useQuery({
    ...labelPage(kind, settled),
    enabled: enabled && remote,
    placeholderData: keepPreviousData,
  });
  const query = remote ? found : first;
  const pending = query.isPending || (remote && (found.isPlaceholderData || settled !== text));
  const page = query.data ?? first.data;
  const labels = useMemo(() => arrange(page?.items ?? [], text, remote), [page, text, remote]);
  return {
    labels,
    pending: pending && !query.isError,
    partial: Boolean(page?.nextCursor),
    note: query.isError ? messageOf(query.error) : pending ? undefined : noteOf(labels, page, text),
  };
}

/** The labels with the best matches first. Without `remote`, labels that do not match are left out. */
function arrange<L extends { name: string }>(labels: readonly L[], text: string, remote: boolean): readonly L[] {
  if (text === '') return labels;
  return labels
    .map((label) => ({ label, score: matches(label.name, text) }))
    .filter(({ score }) => remote || score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ label }) => label);
}

function noteOf(labels: readonly unknown[], page: LabelPage<LabelKind> | undefined, text: string): string | undefined {
  if (labels.length === 0) return text === '' ? t('None yet.') : t('No matches.');
  if (!page?.nextCursor) return undefined;
  const values = { count: labels.length, total: page.total };
  return text === ''
    ? t('The first {count} of {total}. Search to find the others.', values)
    : t('The first {count} of {total} matches. Type more to narrow them.', values);
}
