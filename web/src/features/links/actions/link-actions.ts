import { useQueryClient } from '@tanstack/react-query';
import { labelKeys } from '@/entities/label/label.queries';
import { type BulkOutcome, changeLinks, deleteLinks, type LinkPatch, restoreLinks } from '@/entities/link/bulk-links';
import { linkKeys } from '@/entities/link/link.queries';
import type { LinkBase } from '@/entities/link/link.types';
import { invalidateLinks } from '@/entities/link/update-link';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { toast } from '@/shared/ui/toast';
import { rememberAction } from './recent-actions';

/** What was left as it was, and why. */
export type Skipped = BulkOutcome['failed'];

/** "/launch" for one link, "3 links" for more. */
export function namesOf(links: readonly LinkBase[]): string {
  const [first] = links;
  return links.length === 1 && first ? `/${first.alias}` : plural(links.length, 'link');
}

interface Telling {
  verb: string;
  undo?: () => void;
  onView?: (skipped: Skipped) => void;
}

function tell({ done, failed }: BulkOutcome, { verb, undo, onView }: Telling) {
  const [fault] = failed;
  if (done.length === 0 && fault) {
    const links = failed.map(({ link }) => link);
    toast({ title: `${namesOf(links)} not ${verb}`, text: messageOf(fault.error), tone: 'bad' });
    return;
  }
  const skipped = fault ? `, ${failed.length} skipped` : '';
  const title = `${namesOf(done.map(({ link }) => link))} ${verb}`;
  toast({
    title: `${title}${skipped}`,
    text: fault && !onView ? messageOf(fault.error) : undefined,
    action: undo && { label: 'Undo', run: rememberAction(title, undo) },
    more: fault && onView && { label: 'View', run: () => onView(failed) },
  });
}

/** What can be done to one link or to many, each with its own message. `onView` shows what was skipped, and why. */
export function useLinkActions(onView?: (skipped: Skipped) => void) {
  const queries = useQueryClient();

  async function act(call: Promise<BulkOutcome>, verb: string, undo?: (done: BulkOutcome['done']) => void) {
    const outcome = await call;
    for (const { now } of outcome.done) {
      // Only a whole link may stand for one that is read alone.
      if ('rules' in now) queries.setQueryData(linkKeys.detail(now.id), now);
      else void queries.invalidateQueries({ queryKey: linkKeys.detail(now.id) });
    }
    for (const { link } of outcome.done) void queries.invalidateQueries({ queryKey: linkKeys.history(link.id) });
    invalidateLinks(queries);
    void queries.invalidateQueries({ queryKey: labelKeys.all });
    tell(outcome, { verb, onView, undo: undo && (() => undo(outcome.done)) });
    return outcome;
  }

  const change = (
    links: readonly LinkBase[],
    verb: string,
    of: LinkPatch,
    undo?: (done: BulkOutcome['done']) => void,
  ) => act(changeLinks(links, of), verb, undo);

  /** Puts fields back to what they were, unless somebody else has changed the link meanwhile. */
  const putBack = (verb: string, fields: (was: LinkBase) => ReturnType<LinkPatch>) => (done: BulkOutcome['done']) => {
    const before = new Map(done.map(({ link }) => [link.id, link]));
    void change(
      done.map(({ now }) => now),
      verb,
      (now) => ({ ...fields(before.get(now.id) ?? now), ifVersion: now.version }),
    );
  };

  const bringBack = (links: readonly LinkBase[]) => change(links, 'brought back', () => ({ status: 'active' }));

  return {
    archive: (links: readonly LinkBase[]) =>
      change(
        links,
        'archived',
        () => ({ status: 'archived' }),
        (done) => void bringBack(done.map(({ link }) => link)),
      ),
    restore: bringBack,
    tag: (links: readonly LinkBase[], tag: string) =>
      change(
        links,
        `tagged “${tag}”`,
        (link) => ({ tags: [...new Set([...link.tags, tag])] }),
        putBack('untagged', (was) => ({ tags: was.tags })),
      ),
    untag: (links: readonly LinkBase[], tag: string) =>
      change(
        links.filter((link) => link.tags.includes(tag)),
        `no longer tagged “${tag}”`,
        (link) => ({ tags: link.tags.filter((other) => other !== tag) }),
        putBack('tagged again', (was) => ({ tags: was.tags })),
      ),
    /** Sets the end of the links, RFC 3339; null takes it away. */
    end: (links: readonly LinkBase[], expiresAt: string | null) =>
      change(
        links,
        expiresAt ? 'given an end date' : 'left without an end date',
        () => ({ expiresAt }),
        putBack('given their earlier end date', (was) => ({ expiresAt: was.expiresAt })),
      ),
    move: (links: readonly LinkBase[], folder: { id: string; name: string } | null) =>
      change(
        links,
        folder ? `moved to “${folder.name}”` : 'taken out of their folder',
        () => ({ folderId: folder?.id ?? null }),
        putBack('moved back', (was) => ({ folderId: was.folderId })),
      ),
    remove: async (links: readonly LinkBase[]) => {
      const outcome = await act(deleteLinks(links), 'deleted', (done) => {
        const gone = done.map(({ link }) => link);
        void act(restoreLinks(gone), 'restored');
      });
      for (const { link } of outcome.done) queries.removeQueries({ queryKey: linkKeys.detail(link.id) });
      return outcome;
    },
  };
}
