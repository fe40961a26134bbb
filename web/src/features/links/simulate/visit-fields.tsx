import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { CountrySelect } from './country-select';
import { DEVICES, LANGUAGES, type VisitDetails } from './visit-details';

const TEXTS = [
  { name: 'region', label: 'Region', example: 'US-CA', hint: 'ISO 3166-2 code.' },
  { name: 'city', label: 'City', example: 'Paris', hint: 'In English.' },
  { name: 'referrer', label: 'Referrer', example: 'https://news.example/', hint: null },
  { name: 'query', label: 'Query parameters', example: 'ref=poster', hint: null },
  { name: 'ip', label: 'IP address', example: '203.0.113.7', hint: 'Sets the country if none is selected above.' },
  { name: 'userAgent', label: 'User agent', example: 'Mozilla/5.0 …', hint: null },
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
      <Field label="Device">
        {(control) => (
          <Select {...control} value={details.device} options={DEVICES} onChange={(device) => update({ device })} />
        )}
      </Field>
      <Field label="Country">
        {(control) => (
          <CountrySelect control={control} value={details.country} onChange={(country) => update({ country })} />
        )}
      </Field>
      <Field label="Language">
        {(control) => (
          <Select
            {...control}
            value={details.language}
            options={LANGUAGES}
            onChange={(language) => update({ language })}
          />
        )}
      </Field>
      <Field label="Time" hint={`In ${zone}. Leave empty for the current time.`}>
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
          More options
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
