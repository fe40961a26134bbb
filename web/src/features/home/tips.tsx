import { useQuery } from '@tanstack/react-query';
import { t } from '@/shared/i18n/t';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { tipsQuery, tricksQuery } from './home.queries';

/** Tips and tricks from the server. */
export function Tips() {
  return (
    <section className="home-ttr">
      <h2>{t('Tips & Tricks')}</h2>
      <TipList />
      <TrickList />
    </section>
  );
}

function TipList() {
  const tips = useQuery(tipsQuery);
  if (tips.isError) return <PanelError error={tips.error} onRetry={() => tips.refetch()} />;
  if (!tips.data) return <Skeleton height={168} />;
  return (
    <ul className="home-tips">
      {tips.data.tips.map((tip) => (
        <li key={tip.title}>
          <h3>{tip.title}</h3>
          <p className="ui-muted">{tip.description}</p>
        </li>
      ))}
    </ul>
  );
}

function TrickList() {
  const tricks = useQuery(tricksQuery);
  if (tricks.isError) return <PanelError error={tricks.error} onRetry={() => tricks.refetch()} />;
  if (!tricks.data) return <Skeleton height={168} />;
  if (tricks.data.tricks.length === 0) return null;
  return (
    <ul className="home-tricks">
      {tricks.data.tricks.map((trick) => (
        <li key={trick}>{trick}</li>
      ))}
    </ul>
  );
}
