import { Link } from '@tanstack/react-router';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { pageStatus } from '@/entities/bio-page/page-status';
import { previewContent } from '@/entities/bio-page/preview-content';
import { formatAgo, formatShare, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';
import { PageMenu } from './page-menu';
import { PageThumb } from './page-thumb';

interface Props {
  page: BioPage;
  onDuplicate: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
}

/** One bio page: how it looks, its address and state, and its actions. */
export function PageCard({ page, ...actions }: Props) {
  const { id, title, updatedAt } = page;
  const url = page.rootUrl ?? page.url;
  const status = pageStatus(page);
  return (
    <li className="bio-page-card">
      <Link to="/dashboard/bio-pages/$pageId" params={{ pageId: id }} tabIndex={-1} aria-hidden="true">
        <PageThumb content={previewContent(page)} />
      </Link>
      <div className="bio-page-facts">
        <div className="bio-page-title">
          <h2 className="ui-truncate">
            <Link to="/dashboard/bio-pages/$pageId" params={{ pageId: id }}>
              {title}
            </Link>
          </h2>
          <PageMenu page={page} {...actions} />
        </div>
        <p className="bio-page-url">
          <span className="ui-chip">
            <span className="ui-truncate">{url.replace(/^https?:\/\//, '')}</span>
          </span>
          <CopyButton text={url} what="URL" size="sm" />
        </p>
        <p>
          <Badge tone={status.tone}>{status.label}</Badge>
        </p>
        <p className="ui-muted">
          {page.views !== undefined && <>{plural(page.views, 'view')} · </>}
          {page.views !== undefined && page.views > 0 && page.clicks !== undefined && (
            <>{formatShare(page.clicks / page.views)} click rate · </>
          )}
          {page.responses !== undefined && page.responses > 0 && <>{plural(page.responses, 'response')} · </>}
          {plural(countBlocks(page), 'block')} · edited {formatAgo(updatedAt)}
        </p>
        <p className="bio-page-actions">
          <Link to="/dashboard/bio-pages/$pageId" params={{ pageId: id }} className={buttonClass({ size: 'sm' })}>
            <Icon name="edit" />
            Edit
          </Link>
          <Link
            to="/dashboard/bio-pages/$pageId"
            params={{ pageId: id }}
            search={{ tab: 'insights' }}
            className={buttonClass({ size: 'sm' })}
          >
            <Icon name="chart" />
            Insights
          </Link>
          {page.publishedRevision !== null && (
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
              <Icon name="external" />
              Open
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

function countBlocks({ blocks }: BioPage): number {
  return blocks.reduce((sum, block) => sum + 1 + ('blocks' in block ? block.blocks.length : 0), 0);
}
