import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { importedClicksNote } from '@/entities/link/imported-clicks';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { ModuleBars } from '@/shared/charts/module-bars';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { PanelError } from '@/shared/ui/panel-error';
import { topLinks } from './home.queries';

const SHOWN = 2;
/** Bars of a card without links; as many as the server sends days. */
const NO_CLICKS = Array<number>(14).fill(0);

/** The two links with the most clicks. */
export function TopLinksCard() {
  const top = useQuery(topLinks());
  return (
    <article className="home-top-links" aria-busy={top.isPending}>
      <h2>
        {t('Top Links')}{' '}
        <Link className="ui-more" to="/dashboard/links" search={{ sort: 'clickCount' }}>
          {t('View all')}
        </Link>
      </h2>
      {top.isError && <PanelError error={top.error} onRetry={() => top.refetch()} />}
      {top.isPending && <p className="ui-figure">...</p>}
      {top.data?.links.length === 0 && <NoLinks />}
      {top.data && top.data.links.length > 0 && (
        <ol>
          {top.data.links.slice(0, SHOWN).map((link) => (
            <li key={link.id}>
              <LinkChip link={link} linkId={link.id} />
              <ModuleBars size="sm" rows={6} open values={link.spark} />
              <b title={importedClicksNote(link)}>
                <Trans
                  text="{count, plural, one {# <small>click</small>} other {# <small>clicks</small>}}"
                  values={{ count: link.clickCount }}
                  tags={{ small: (children) => <small>{children}</small> }}
                />
              </b>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

function NoLinks() {
  return (
    <div className="none-yet">
      <ModuleBars size="sm" rows={6} values={NO_CLICKS} />
      <p className="ui-muted">{t('No links yet')}</p>
    </div>
  );
}
