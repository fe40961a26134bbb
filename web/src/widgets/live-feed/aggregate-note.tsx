import { useQuery } from '@tanstack/react-query';
import { allDomains } from '@/entities/domain/domain.queries';
import { linkDetail } from '@/entities/link/link.queries';
import { t } from '@/shared/i18n/t';

interface Props {
  /** The one link whose clicks are listed; all links by default. */
  linkId?: string | undefined;
}

/** Says why a list lacks clicks, where it is of domains whose clicks are only counted. */
export function AggregateNote({ linkId }: Props) {
  const { data: domains } = useQuery(allDomains());
  const { data: link } = useQuery({ ...linkDetail(linkId ?? ''), enabled: linkId !== undefined });
  const listed = linkId === undefined ? domains : domains?.filter(({ host }) => host === link?.domain);
  if (!listed?.some(({ privacy }) => privacy === 'aggregate')) return null;
  return (
    <p className="ui-small ui-muted px-4 py-2">{t('Clicks of domains in aggregate privacy mode are not listed.')}</p>
  );
}
