import { languageName } from '@/shared/i18n/languages';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '@/shared/i18n/visitor-languages';
import { Select } from './select';

const UNSET = 'visitor';

interface Props {
  /** Null: `unset`. */
  value: VisitorLanguage | null;
  onChange: (value: VisitorLanguage | null) => void;
  /** The label of null. */
  unset: string;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** "Español": in a list, names begin with a capital where the script has them. */
function listedName(tag: VisitorLanguage): string {
  const [first = '', ...rest] = languageName(tag);
  return first.toLocaleUpperCase(tag) + rest.join('');
}

/** A choice among the languages of the pages that visitors see, each by its own name. */
export function VisitorLanguageSelect({ value, onChange, unset, ...control }: Props) {
  const languages = VISITOR_LANGUAGES.map((tag) => ({ value: tag, label: listedName(tag) }));
  return (
    <Select<VisitorLanguage | typeof UNSET>
      {...control}
      value={value ?? UNSET}
      options={[{ value: UNSET, label: unset }, ...languages]}
      onChange={(tag) => onChange(tag === UNSET ? null : tag)}
    />
  );
}
