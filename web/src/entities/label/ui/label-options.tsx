import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { type ComboOption, SearchList } from '@/shared/ui/search-list';
import type { Label, LabelKind } from '../label.queries';
import { type LabelSearch, useLabelSearch } from '../use-label-search';
import './label-options.css';

const SEARCHES: Readonly<Record<LabelKind, string>> = {
  tags: t('Search tags'),
  folders: t('Search folders'),
  'utm-templates': t('Search templates'),
};

export interface LabelOptionsProps<K extends LabelKind> {
  kind: K;
  /** Of the search field and of the list. */
  label: string;
  /** The options for the labels that were found, and others. `text` is what was typed, without spaces around it. */
  options: (found: LabelSearch<Label<K>> & { text: string }) => readonly ComboOption[];
  /** The values with a check mark, for a list that turns options on and off. */
  chosen?: readonly string[];
  /** Called with the value of an option, and the label that has it as its id. */
  onChoose: (value: string, label: Label<K> | undefined) => void;
}

/** The open part of a LabelPicker: the labels of a kind with a search. */
export function LabelOptions<K extends LabelKind>({ kind, label, options, chosen, onChoose }: LabelOptionsProps<K>) {
  const [search, setSearch] = useState('');
  const found = useLabelSearch(kind, search);
  return (
    <SearchList
      bare
      label={label}
      placeholder={SEARCHES[kind]}
      search={search}
      onSearch={setSearch}
      options={options({ ...found, text: search.trim() })}
      {...(chosen && { chosen })}
      pending={found.pending}
      onChoose={(value) => {
        const choice = found.labels.find(({ id }) => id === value);
        onChoose(value, choice);
      }}
      note={found.note}
    />
  );
}
