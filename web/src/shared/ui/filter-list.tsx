import { useState } from 'react';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { rankOptions } from './rank-options';
import { type ComboOption, SearchList } from './search-list';

interface Props {
  label: string;
  /** Shown above the search field. */
  heading?: string;
  options: readonly ComboOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** The open part of a filter: a search field and the values, those that are chosen with a check mark. */
export function FilterList({ label, heading, options, chosen, onToggle }: Props) {
  const [search, setSearch] = useState('');
  const found = rankOptions(options, search);
  return (
    <>
      {heading && <h2 className="px-3 pt-3 text-[length:var(--t13)]">{heading}</h2>}
      <SearchList
        bare
        label={label}
        placeholder={t('Search {noun}', { noun: midSentence(label) })}
        search={search}
        onSearch={setSearch}
        options={found}
        chosen={chosen}
        onChoose={onToggle}
        note={found.length === 0 && t('No matches.')}
      />
    </>
  );
}
