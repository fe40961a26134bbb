import { Link as RouteLink } from '@tanstack/react-router';
import { ModuleBars } from '@/shared/charts/module-bars';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Kbd } from '@/shared/ui/kbd';

const GHOSTS = [
  { alias: 'launch', values: [1, 2, 2, 3, 4, 3, 5, 4, 5, 6, 5, 6] },
  { alias: 'menu', values: [3, 3, 2, 4, 3, 2, 4, 5, 4, 3, 5, 4] },
  { alias: 'say-it-aloud', values: [1, 1, 2, 1, 3, 2, 2, 4, 3, 5, 6, 6] },
];

/** No link was ever made: what the list will look like, and the way to the first one. */
export function NoLinksYet() {
  return (
    <div className="links-list ui-panel links-never">
      <div aria-hidden="true" className="links-ghosts">
        {GHOSTS.map(({ alias, values }) => (
          <div key={alias} className="ui-row">
            <span className="ui-chip">/{alias}</span>
            <ModuleBars size="sm" rows={6} values={values} className="ml-auto" />
          </div>
        ))}
      </div>
      <div className="ui-empty">
        <h2>Your links will stand here</h2>
        <p>Paste a long address anywhere on this page, or press C.</p>
        <RouteLink to="/dashboard/links" search={{ new: 'link' }} className={buttonClass({ tone: 'primary' })}>
          Shorten the first one <Kbd keys="C" />
        </RouteLink>
        <RouteLink to="/dashboard/settings/import" className="ui-more">
          Or bring them from another service
        </RouteLink>
      </div>
    </div>
  );
}

/** There are links, but none that the filters let through. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <div className="ui-panel">
      <div className="ui-empty">
        <h2>No link matches</h2>
        <p>Neither alias, destination, title nor comments of any link here fit these filters.</p>
        <Button onClick={onClear}>Clear filters</Button>
      </div>
    </div>
  );
}

const EMPTY_VIEW: Record<string, string> = {
  active: 'No link is active.',
  expiring: 'No link ends within the next seven days.',
  scheduled: 'No link waits for its start.',
  expired: 'No link has come to its end.',
  archived: 'Nothing is archived. Archived links answer “gone” and can be brought back.',
  blocked: 'No link is blocked.',
};

/** A view without links. */
export function EmptyView({ status, onAll }: { status: string | undefined; onAll: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState action={<Button onClick={onAll}>{status ? 'Show all links' : 'Show the archived ones'}</Button>}>
        {EMPTY_VIEW[status ?? ''] ?? 'All links are archived.'}
      </EmptyState>
    </div>
  );
}

/** The list has become shorter than the page that is asked for. */
export function EmptyPage({ onFirst }: { onFirst: () => void }) {
  return (
    <div className="ui-panel">
      <EmptyState action={<Button onClick={onFirst}>First page</Button>}>The list does not go on that far.</EmptyState>
    </div>
  );
}
