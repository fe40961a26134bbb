import { useFormContext } from 'react-hook-form';
import { withScheme } from '@/entities/link/destination';
import { Input } from '@/shared/ui/field';
import { FinalUrl } from './final-url-view';
import { type LinkForm, UTM_FIELDS, type UtmField } from './link-form.schema';
import { Section } from './section';
import type { SectionsOpen } from './use-sections';
import { UtmTemplates } from './utm-templates';

const LABEL: Record<UtmField, string> = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Term',
  content: 'Content',
  ref: 'Ref',
};

const EXAMPLE: Record<UtmField, string> = {
  source: 'newsletter',
  medium: 'email',
  campaign: 'spring',
  term: '',
  content: '',
  ref: '',
};

/** The campaign parameters, and the address that comes of them as one types. */
export function UtmSection({ sections }: { sections: SectionsOpen }) {
  const { register, watch, formState } = useFormContext<LinkForm>();
  const [url, utm] = watch(['url', 'utm']);
  const part = sections.of('utm');
  const set = UTM_FIELDS.map((field) => utm[field].trim()).filter(Boolean);
  return (
    <Section icon="chart" name="UTM" summary={set.join(' · ') || null} none="none" {...part}>
      {part.open && <UtmTemplates />}
      <div className="utm">
        {UTM_FIELDS.map((field) => (
          <div key={field} className="contents">
            <label htmlFor={`utm-${field}`}>{LABEL[field]}</label>
            <Input
              id={`utm-${field}`}
              className="mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={EXAMPLE[field]}
              aria-invalid={formState.errors.utm?.[field] ? true : undefined}
              {...register(`utm.${field}`)}
            />
            {formState.errors.utm?.[field] && (
              <p className="hint fault" role="alert">
                {formState.errors.utm[field].message}
              </p>
            )}
          </div>
        ))}
      </div>
      {set.length > 0 && url.trim() !== '' && <FinalUrl url={withScheme(url)} utm={utm} />}
    </Section>
  );
}
