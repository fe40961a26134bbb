import type { PageDraft } from '@/entities/bio-page/bio-page.types';
import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import { VisitorLanguageSelect } from '@/shared/ui/visitor-language-select';

interface Props {
  /** Null: that of the domain, or of each visitor. */
  value: PageDraft['language'];
  onChange: (language: PageDraft['language']) => void;
}

/** The language that the page has for all visitors. */
export function LanguageField({ value, onChange }: Props) {
  return (
    <Field label={t('Language of the page')} hint={t('Screen readers use it, too. Choose the language of your texts.')}>
      {(control) => (
        <VisitorLanguageSelect
          {...control}
          value={value}
          onChange={onChange}
          unset={t('That of the domain, or of each visitor')}
        />
      )}
    </Field>
  );
}
