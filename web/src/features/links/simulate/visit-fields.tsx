import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { CountrySelect } from './country-select';
import { DEVICES, LANGUAGES, type VisitDetails } from './visit-details';

const TEXTS = [
  { name: 'region', label: t('Region'), example: 'US-CA', hint: t('ISO 3166-2 code.') },
  { name: 'city', label: t('City'), example: t('Paris'), hint: t('In English.') },
  { name: 'referrer', label: t('Referrer'), example: 'https://news.example/', hint: null },
  { name: 'query', label: t('Query parameters'), example: 'ref=poster', hint: null },
  {
    name: 'ip',
    label: t('IP address'),
    example: '203.0.113.7',
    hint: t('Sets the country if none is selected above.'),
  },
  { name: 'userAgent', label: t('User agent'), example: 'Mozilla/5.0 …', hint: null },
] as const;

interface Props {
  details: VisitDetails;
  onChange: (details: VisitDetails) => void;
}

/** Fields for the simulated visitor: device, country, language, time and more. */
export function VisitFields({ details, onChange }: Props) {
  const zone = useEntryZone();
  const update = (patch: Partial<VisitDetails>) => onChange({ ...details, ...patch });
  return (
    <div className="grid gap-2">
      <Field label={t('Device')}>
        {(control) => (
          <Select {...control} value={details.device} options={DEVICES} onChange={(device) => update({ device })} />
        )}
      </Field>
      <Field label={t('Country')}>
        {(control) => (
          <CountrySelect control={control} value={details.country} onChange={(country) => update({ country })} />
        )}
      </Field>
      <Field label={t('Language')}>
        {(control) => (
          <Select
            {...control}
            value={details.language}
            options={LANGUAGES}
            onChange={(language) => update({ language })}
          />
        )}
      </Field>
      <Field label={t('Time')} hint={t('In {zone}. Leave empty for the current time.', { zone })}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={details.at}
            onChange={(event) => update({ at: event.target.value })}
          />
        )}
      </Field>
      <details className="more-of-visit">
        <summary className="ui-more">
          {t('More options')}
          <Icon name="down" />
        </summary>
        <div className="grid gap-2 pt-2">
          {TEXTS.map(({ name, label, example, hint }) => (
            <Field key={name} label={label} hint={hint}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder={example}
                  value={details[name]}
                  onChange={(event) => update({ [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
    </div>
  );
}
