import { t } from '@/shared/i18n/t';
import { loadCountries } from '@/shared/lib/countries';
import { displayNames } from '@/shared/lib/intl';
import { Combobox } from '@/shared/ui/combobox';
import type { FieldProps } from '@/shared/ui/field';
import type { ComboOption } from '@/shared/ui/search-list';

const UNKNOWN: ComboOption = { value: 'unknown', label: t('Unknown') };

const names = displayNames('region');

let options: Promise<readonly ComboOption[]> | undefined;

function loadOptions(): Promise<readonly ComboOption[]> {
  options ??= loadCountries().then((countries) => [
    UNKNOWN,
    ...countries.map(({ code, name }) => ({ value: code, label: name, keywords: code })),
  ]);
  return options;
}

interface Props {
  control: FieldProps;
  /** ISO 3166-1; empty for none. */
  value: string;
  onChange: (code: string) => void;
}

/** A searchable country select with an “Unknown” option. */
export function CountrySelect({ control, value, onChange }: Props) {
  return (
    <Combobox
      {...control}
      value={value}
      load={loadOptions}
      onChange={(option) => onChange(option.value === UNKNOWN.value ? '' : option.value)}
      shown={<span className="ui-truncate">{value && names.of(value)}</span>}
      placeholder={t('Unknown')}
      searchPlaceholder={t('Search country...')}
      emptyText={t('No country found.')}
      listLabel={t('Countries')}
    />
  );
}
