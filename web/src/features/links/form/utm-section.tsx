import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { withScheme } from '@/entities/link/destination';
import { campaignOf, isMissing, UTM_FIELDS, UTM_LABELS } from '@/entities/utm/utm';
import { utmConventions } from '@/entities/utm/utm-conventions.queries';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { FinalUrl } from '../preview/final-url-view';
import type { LinkForm } from './link-form.schema';
import { type OpenSections, Section } from './section';
import { UtmField } from './utm-field';
import { UtmTemplates } from './utm-templates';
import './utm.css';

/** The campaign parameters, with the resulting URL. */
export function UtmSection({ sections }: { sections: OpenSections }) {
  const { control } = useFormContext<LinkForm>();
  const [url, utm] = useWatch({ control, name: ['url', 'utm'] });
  const { data: conventions } = useQuery(utmConventions());
  const part = sections.of('utm');
  const campaign = campaignOf(url, utm);
  const set = UTM_FIELDS.map((field) => utm[field].trim()).filter(Boolean);
  const missing = conventions ? UTM_FIELDS.filter((field) => isMissing(conventions, field, campaign[field])) : [];
  const needs = missing.map((field) => midSentence(UTM_LABELS[field])).join(', ');
  return (
    <Section
      icon="chart"
      name={t('UTM')}
      summary={[...set, needs && t('requires {fields}', { fields: needs })].filter(Boolean).join(' · ') || null}
      none={t('None')}
      {...part}
    >
      {part.open && <UtmTemplates />}
      <div className="link-form-utm">
        {UTM_FIELDS.map((field) => (
          <UtmField key={field} field={field} conventions={conventions} value={campaign[field]} />
        ))}
      </div>
      {set.length > 0 && url.trim() !== '' && <FinalUrl url={withScheme(url)} utm={utm} />}
    </Section>
  );
}
