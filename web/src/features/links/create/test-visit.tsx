import type { Visit } from '@/entities/link/simulate';
import { Field, Input } from '@/shared/ui/field';
import { fromLocalInput } from './local-time';

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  card: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
} as const;

/** Visitors that are met often. */
export const VISITORS = [
  { value: 'windows-en', label: 'Windows, English', agent: AGENTS.windows, language: 'en' },
  { value: 'mac-fr', label: 'Mac, French', agent: AGENTS.mac, language: 'fr-FR,fr;q=0.9' },
  { value: 'iphone-en', label: 'iPhone, English', agent: AGENTS.iphone, language: 'en' },
  { value: 'iphone-de', label: 'iPhone, German', agent: AGENTS.iphone, language: 'de-DE,de;q=0.9' },
  { value: 'android-es', label: 'Android, Spanish', agent: AGENTS.android, language: 'es' },
  { value: 'crawler', label: 'A search engine', agent: AGENTS.crawler, language: '' },
  { value: 'card', label: 'A social network’s crawler', agent: AGENTS.card, language: '' },
] as const;

/** What can be said of a visitor beside the browser; empty is as the browser says. */
export interface VisitDetails {
  language: string;
  ip: string;
  query: string;
  referrer: string;
  /** As a datetime-local input has it. */
  at: string;
  userAgent: string;
}

export const NO_DETAILS: VisitDetails = { language: '', ip: '', query: '', referrer: '', at: '', userAgent: '' };

/** The visit that is tried. */
export function visitOf(who: (typeof VISITORS)[number]['value'], details: VisitDetails): Visit {
  const { agent, language } = VISITORS.find(({ value }) => value === who) ?? VISITORS[0];
  const said = (text: string) => text.trim() || undefined;
  return {
    userAgent: said(details.userAgent) ?? agent,
    acceptLanguage: said(details.language) ?? language,
    ip: said(details.ip),
    query: said(details.query),
    referrer: said(details.referrer),
    at: fromLocalInput(details.at) ?? undefined,
  };
}

const TEXTS = [
  { name: 'ip', label: 'Address', example: '203.0.113.7' },
  { name: 'language', label: 'Accept-Language', example: 'de-AT, en;q=0.5' },
  { name: 'query', label: 'Query', example: 'ref=poster' },
  { name: 'referrer', label: 'Referrer', example: 'https://news.example/' },
  { name: 'userAgent', label: 'User agent', example: 'Mozilla/5.0 …' },
] as const;

interface Props {
  details: VisitDetails;
  onChange: (details: VisitDetails) => void;
}

/** Where the visitor comes from, when, and with what. */
export function VisitFields({ details, onChange }: Props) {
  return (
    <div className="grid gap-2 pt-2">
      {TEXTS.map(({ name, label, example }) => (
        <Field key={name} label={label}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={example}
              value={details[name]}
              onChange={(event) => onChange({ ...details, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field label="Moment" hint="Left empty, it is now.">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={details.at}
            onChange={(event) => onChange({ ...details, at: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
