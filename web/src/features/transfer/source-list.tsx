import { useState } from 'react';
import { SOURCES, type Source } from '@/shared/data/retrieval-sources';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { RetrievalDialog } from './retrieval-dialog';

/** The shorteners whose links can be read by their API. */
export function SourceList({ onStarted }: { onStarted: (id: string) => void }) {
  const [source, setSource] = useState<Source | null>(null);
  return (
    <section className="ui-panel mt-5 grid gap-4 p-4" aria-labelledby="transfer-sources">
      <div>
        <h2 id="transfer-sources">{t('From another shortener')}</h2>
        <p className="ui-muted ui-small">
          {t(
            'Linnet reads all links by the API of the service: aliases, destinations, titles, tags, dates, rules and clicks, as far as it returns them. A second import recognizes the links of the first.',
          )}
        </p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {SOURCES.map((each) => (
          <li key={each.id}>
            <Button onClick={() => setSource(each)}>{each.name}</Button>
          </li>
        ))}
      </ul>
      {source && <RetrievalDialog source={source} onStarted={onStarted} onClose={() => setSource(null)} />}
    </section>
  );
}
