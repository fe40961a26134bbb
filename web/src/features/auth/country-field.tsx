import type { Ref } from 'react';
import { t } from '@/shared/i18n/t';
import { flagUrl, loadCountries } from '@/shared/lib/countries';
import { Combobox } from '@/shared/ui/combobox';
import type { FieldProps } from '@/shared/ui/field';
import type { ComboOption } from '@/shared/ui/search-list';

function Flag({ code }: { code: string }) {
  return <img className="ui-flag" src={flagUrl(code)} width={20} height={14} alt="" loading="lazy" />;
}

let options: Promise<readonly ComboOption[]> | undefined;

function loadOptions(): Promise<readonly ComboOption[]> {
  options ??= loadCountries().then((countries) =>
    countries.map((country) => ({
      value: country.code,
      label: country.name,
      keywords: `${country.code} ${country.prefix}`,
      before: <Flag code={country.code} />,
      after: <span className="ui-mono opacity-80">{country.prefix}</span>,
    })),
  );
  return options;
}

interface Props {
  value: string;
  /** The name of the selected country, which the form does not store. */
  name: string;
  onChoose: (country: { code: string; name: string; prefix: string }) => void;
  control: FieldProps;
  ref?: Ref<HTMLButtonElement>;
}

/** The searchable country picker. Its list is fetched when it is first opened. */
export function CountryField({ value, name, onChoose, control, ref }: Props) {
  const choose = async (option: ComboOption) => {
    const country = (await loadCountries()).find(({ code }) => code === option.value);
    if (country) onChoose(country);
  };
  return (
    <Combobox
      {...control}
      ref={ref}
      value={value}
      load={loadOptions}
      onChange={choose}
      shown={
        <>
          <Flag code={value} />
          <span className="ui-truncate">{name}</span>
        </>
      }
      placeholder={t('Choose a country')}
      searchPlaceholder={t('Search country...')}
      emptyText={t('No country found.')}
      listLabel={t('Countries')}
    />
  );
}
