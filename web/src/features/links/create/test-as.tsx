import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '@/entities/link/link.types';
import { simulateVisit, type Visit } from '@/entities/link/simulate';
import { messageOf } from '@/shared/api/errors';
import { Select } from '@/shared/ui/select';

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
} as const;

const VISITORS = [
  { value: 'windows-en', label: 'Windows, English', visit: { userAgent: AGENTS.windows, acceptLanguage: 'en' } },
  { value: 'iphone-en', label: 'iPhone, English', visit: { userAgent: AGENTS.iphone, acceptLanguage: 'en' } },
  {
    value: 'iphone-de',
    label: 'iPhone, German',
    visit: { userAgent: AGENTS.iphone, acceptLanguage: 'de-DE,de;q=0.9' },
  },
  { value: 'android-es', label: 'Android, Spanish', visit: { userAgent: AGENTS.android, acceptLanguage: 'es' } },
  { value: 'crawler', label: 'A search engine', visit: { userAgent: AGENTS.crawler, acceptLanguage: '' } },
] as const;

/** What a visitor of the link gets, worked out by the very code that redirects. It knows the link as it was saved. */
export function TestAs({ link, dirty }: { link: Link; dirty: boolean }) {
  const [who, setWho] = useState<(typeof VISITORS)[number]['value']>('windows-en');
  const visit: Visit = VISITORS.find(({ value }) => value === who)?.visit ?? VISITORS[0].visit;
  const answer = useQuery(simulateVisit(link, visit));
  return (
    <aside className="view test-as" aria-label="Test as">
      <div>
        <h3>Test as</h3>
        <Select aria-label="Visitor" value={who} options={VISITORS} onChange={setWho} />
        {answer.isError && <p className="hint fault mt-2">{messageOf(answer.error)}</p>}
        {answer.data && (
          <ol className="trace">
            {answer.data.trace.map((step) => (
              <li key={`${step.stage} ${step.ruleId ?? ''} ${step.why}`} data-held={step.held || undefined}>
                {step.name && <b>{step.name}: </b>}
                {step.why}
              </li>
            ))}
            <li data-held>
              <b>{answer.data.status}</b> <span className="mono">{answer.data.location ?? 'goes nowhere'}</span>
            </li>
          </ol>
        )}
        {dirty && <p className="small muted mt-2">As it is saved; your changes count once you save them.</p>}
      </div>
    </aside>
  );
}
