import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { CountryChoice } from './country-select';
import { DEVICES, LANGUAGES, type VisitDetails } from './visit-details';

const TEXTS = [
  { name: 'region', label: 'Region', example: 'US-CA', hint: 'The country’s code and the region’s, as in ISO 3166-2.' },
  { name: 'city', label: 'City', example: 'Paris', hint: 'In English.' },
  { name: 'referrer', label: 'Comes from the page', example: 'https://news.example/', hint: null },
  { name: 'query', label: 'Parameters on the short link', example: 'ref=poster', hint: null },
  { name: 'ip', label: 'IP address', example: '203.0.113.7', hint: 'Gives the country when none is chosen above.' },
  { name: 'userAgent', label: 'Browser’s user agent', example: 'Mozilla/5.0 …', hint: null },
] as const;

interface Props {
  details: VisitDetails;
  onChange: (details: VisitDetails) => void;
}

/** Where the visitor is, what they use, when they come, and from where. */
export function VisitFields({ details, onChange }: Props) {
  const zone = useEntryZone();
  const put = (change: Partial<VisitDetails>) => onChange({ ...details, ...change });
  return (
    <div className="grid gap-2">
      <Field label="Device">
        {(control) => (
          <Select {...control} value={details.device} options={DEVICES} onChange={(device) => put({ device })} />
        )}
      </Field>
      <Field label="Country">
        {(control) => (
          <CountryChoice control={control} value={details.country} onChange={(country) => put({ country })} />
        )}
      </Field>
      <Field label="Language">
        {(control) => (
          <Select
            {...control}
            value={details.language}
            options={LANGUAGES}
            onChange={(language) => put({ language })}
          />
        )}
      </Field>
      <Field label="Time" hint={`In ${zone}. Leave empty for now.`}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={details.at}
            onChange={(event) => put({ at: event.target.value })}
          />
        )}
      </Field>
      <details className="more-of-visit">
        <summary className="more">
          More about the visitor
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
                  onChange={(event) => put({ [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
    </div>
  );
}
