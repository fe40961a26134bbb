import { memo } from 'react';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import { clickLimitNote } from '@/entities/link/click-limit';
import { importedClicksNote } from '@/entities/link/imported-clicks';
import type { LinkSummary } from '@/entities/link/link.types';
import { summaryDestination } from '@/entities/link/link-destination';
import { useLinkName } from '@/entities/link/link-name';
import { DestinationIcon } from '@/entities/link/ui/destination-icon';
import { LinkTraits, StatusBadge } from '@/entities/link/ui/link-badges';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { ModuleBars } from '@/shared/charts/module-bars';
import { useInView } from '@/shared/hooks/use-in-view';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { formatDate, formatSince } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';
import { LinkMenu } from '../actions/link-menu';

const SPARK_DAYS = 14;
const TAGS_SHOWN = 2;
const NO_CLICKS = Array<number>(SPARK_DAYS).fill(0);

interface Props {
  link: LinkSummary;
  selected: boolean;
  onToggle: (id: string, range: boolean) => void;
  onEdit: (id: string) => void;
  onDelete: (link: LinkSummary) => void;
  onTag: (tag: string) => void;
}

/** One link of the list. Its body is memoized, so that selecting a whole page rerenders checkboxes only. */
export const LinkRow = memo(function LinkRow({ selected, onToggle, ...row }: Props) {
  const { link } = row;
  const name = useLinkName()(link);
  const [place, near] = useInView<HTMLLIElement>();
  return (
    <li ref={place} className="ui-row" data-row={link.id}>
      <Checkbox
        checked={selected}
        aria-label={t('Select {name}', { name })}
        onChange={() => {}}
        onClick={(event) => onToggle(link.id, event.shiftKey)}
      />
      <RowBody {...row} near={near} />
    </li>
  );
});

interface BodyProps extends Omit<Props, 'selected' | 'onToggle'> {
  /** The row is in or near the viewport; actions and sparkline render only then. */
  near: boolean;
}

/** Alias, destination, badges, sparkline, actions and clicks. */
const RowBody = memo(function RowBody({ link, near, onEdit, onDelete, onTag }: BodyProps) {
  const to = summaryDestination(link);
  return (
    <>
      <DestinationIcon url={to.iconUrl} />
      <div className="links-identity">
        <p>
          <LinkChip link={link} linkId={link.id} />
          <LinkTraits link={link} />
          <StatusBadge link={link} />
          {link.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <button
              key={tag}
              type="button"
              className="ui-badge links-tag"
              onClick={() => onTag(tag)}
              title={t('Only “{tag}”', { tag })}
            >
              <bdi>{tag}</bdi>
            </button>
          ))}
          {link.tags.length > TAGS_SHOWN && <Badge>+{link.tags.length - TAGS_SHOWN}</Badge>}
        </p>
        <p>
          <a
            className="ui-truncate links-destination"
            href={to.href}
            target="_blank"
            rel="noreferrer"
            title={to.details}
          >
            <bdi>{link.title ?? to.text}</bdi>
          </a>
        </p>
      </div>
      <RowSpark link={link} near={near} />
      <div className="links-actions">{near && <RowActions link={link} onEdit={onEdit} onDelete={onDelete} />}</div>
      <div className="links-clicks">
        <b title={clickLimitNote(link) ?? importedClicksNote(link)}>
          <Trans
            text="{count, plural, one {#<hidden> click</hidden>} other {#<hidden> clicks</hidden>}}"
            values={{ count: link.clickCount }}
            tags={{ hidden: (children) => <span className="ui-sr-only">{children}</span> }}
          />
        </b>
        <LastClick link={link} />
      </div>
    </>
  );
});

function RowActions({ link, onEdit, onDelete }: Pick<Props, 'link' | 'onEdit' | 'onDelete'>) {
  const name = useLinkName()(link);
  const denied = useFolderDenied(link.folderId);
  return (
    <>
      <CopyButton size="sm" text={link.shortUrl} what={name} />
      <PermissionButton
        permission="links:write"
        denied={denied}
        tip={t('Edit')}
        tipKeys="E"
        size="sm"
        icon
        tone="quiet"
        aria-label={t('Edit {name}', { name })}
        onClick={() => onEdit(link.id)}
      >
        <Icon name="edit" />
      </PermissionButton>
      <LinkMenu
        link={link}
        onEdit={() => onEdit(link.id)}
        onDelete={() => onDelete(link)}
        trigger={
          <Button size="sm" icon tone="quiet" aria-label={t('More for {name}', { name })}>
            <Icon name="more" />
          </Button>
        }
      />
    </>
  );
}

/** When the link was last clicked. Without clicks since its import it is the number of imported ones, else its date. */
function LastClick({ link }: { link: LinkSummary }) {
  if (link.lastClickedAt) return <span title={t('Last click')}>{formatSince(link.lastClickedAt)}</span>;
  if (link.importedClicks > 0) return <span>{t('{count} imported', { count: link.importedClicks })}</span>;
  return <span title={t('Created')}>{formatDate(link.createdAt)}</span>;
}

/** The clicks of the last 14 days. */
function RowSpark({ link, near }: { link: LinkSummary; near: boolean }) {
  return <ModuleBars size="sm" rows={6} open values={(near && link.spark) || NO_CLICKS} />;
}
