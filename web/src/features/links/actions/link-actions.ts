import { useQueryClient } from '@tanstack/react-query';
import { labelKeys } from '@/entities/label/label.queries';
import {
  type BulkOutcome,
  changeAllLinks,
  changeLinks,
  deleteLinks,
  type LinkRef,
  restoreLinks,
} from '@/entities/link/bulk-links';
import { linkKeys } from '@/entities/link/link.queries';
import type { LinkBase, UpdateLink } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { patchCachedLinks, toCachedPatch } from '@/entities/link/optimistic';
import { invalidateLinks } from '@/entities/link/update-link';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { toast } from '@/shared/ui/toast';
import { type ActionResult, describeDone, describeFailed } from './action-results';
import { recordAction, takeAction, type UndoOperation } from './recent-actions';

/** Links that a bulk request did not change, with the reasons. */
export type Skipped = BulkOutcome<LinkRef>['failed'];

type Patch = UpdateLink & { ifVersion?: number };

/** Returns the function that names links in messages: one by its name, more by their number. */
export function useNamesOf(): (links: readonly LinkRef[]) => string {
  const nameOf = useLinkName();
  return (links) => {
    const [first] = links;
    return links.length === 1 && first
      ? nameOf(first)
      : t('{count, plural, one {# link} other {# links}}', { count: links.length });
  };
}

/** How an action on links is undone. `patchOf` is undefined for links that keep the change. */
interface Undo<L> {
  result: ActionResult;
  patchOf: (link: L) => UpdateLink | undefined;
  /** Undoes the action also on links that were changed since. */
  force?: boolean;
}

interface Outcome {
  result: ActionResult;
  undo?: UndoOperation;
}

const refOf = ({ id, domain, alias }: LinkRef): LinkRef => ({ id, domain, alias });

/** The operation that undoes an outcome; undefined when no link can be undone. */
function undoOf<L extends LinkRef>(
  { done }: BulkOutcome<L>,
  { result, patchOf, force }: Undo<L>,
): UndoOperation | undefined {
  const links = done.flatMap(({ link, version }) => {
    const patch = patchOf(link);
    // Without force, the server rejects the undo of a link that was changed since.
    return patch ? [{ ...refOf(link), patch: { ...patch, ...(!force && { ifVersion: version }) } }] : [];
  });
  return links.length > 0 ? { kind: 'patch', result, links } : undefined;
}

/** Runs actions on one or more links, each with a result message and, where possible, undo. */
export function useLinkActions(onView?: (skipped: Skipped) => void) {
  const queries = useQueryClient();
  const namesOf = useNamesOf();

  function showResult({ done, failed }: BulkOutcome<LinkRef>, { result, undo }: Outcome) {
    const [failure] = failed;
    if (done.length === 0 && failure) {
      const names = namesOf(failed.map(({ link }) => link));
      toast({ title: describeFailed(result, names), text: messageOf(failure.error), tone: 'bad' });
      return;
    }
    const title = describeDone(result, namesOf(done.map(({ link }) => link)));
    const id = undo && recordAction(title, undo);
    toast({
      title: failure ? t('{title}, {count} skipped', { title, count: failed.length }) : title,
      text: failure && !onView ? messageOf(failure.error) : undefined,
      action: id === undefined ? undefined : { label: t('Undo'), run: () => undoAction(id) },
      more: failure && onView && { label: t('View'), run: () => onView(failed) },
    });
  }

  function settle({ done }: BulkOutcome<LinkRef>) {
    for (const { link, now } of done) {
      // Bulk requests may return summaries, which must not replace a complete link.
      if (now && 'rules' in now) queries.setQueryData(linkKeys.detail(link.id), now);
      else void queries.invalidateQueries({ queryKey: linkKeys.detail(link.id) });
      void queries.invalidateQueries({ queryKey: linkKeys.history(link.id) });
    }
    invalidateLinks(queries);
    void queries.invalidateQueries({ queryKey: labelKeys.all });
  }

  /** Patches links: in the cache at once, then on the server. Links that fail are rolled back. */
  async function patch<L extends LinkRef>(
    links: readonly L[],
    result: ActionResult,
    patchOf: (link: L) => Patch,
    undo?: Undo<L>,
    send = () => changeLinks(links, patchOf),
  ) {
    const rollback = await patchCachedLinks(
      queries,
      new Map(links.map((link) => [link.id, toCachedPatch(patchOf(link))])),
    );
    const outcome = await send();
    rollback(outcome.failed.map(({ link }) => link.id));
    settle(outcome);
    showResult(outcome, { result, undo: undo && undoOf(outcome, undo) });
    return outcome;
  }

  /** Patches all links with the same changes. */
  const patchAll = <L extends LinkRef>(
    links: readonly L[],
    result: ActionResult,
    changes: UpdateLink,
    undo?: Undo<L>,
  ) =>
    patch(
      links,
      result,
      () => changes,
      undo,
      () => changeAllLinks(links, changes),
    );

  async function restore(links: readonly LinkRef[]) {
    const outcome = await restoreLinks(links);
    settle(outcome);
    showResult(outcome, { result: { kind: 'restored' } });
  }

  /** Undoes a recorded action, once. */
  function undoAction(id: string) {
    const operation = takeAction(id);
    if (!operation) return;
    if (operation.kind === 'restore') return void restore(operation.links);
    void patch(operation.links, operation.result, (link) => link.patch);
  }

  const unarchive = (links: readonly LinkBase[]) =>
    patch(links, { kind: 'unarchived' }, () => ({ status: 'active' }), {
      result: { kind: 'archived' },
      patchOf: ({ status }) => (status === 'archived' ? { status } : undefined),
      force: true,
    });

  return {
    undoAction,
    patch,
    patchAll,
    unarchive,
    archive: (links: readonly LinkBase[]) =>
      patch(links, { kind: 'archived' }, () => ({ status: 'archived' }), {
        result: { kind: 'unarchived' },
        patchOf: () => ({ status: 'active' }),
        force: true,
      }),
    tag: (links: readonly LinkBase[], tag: string) =>
      patch(links, { kind: 'tagged', name: tag }, (link) => ({ tags: [...new Set([...link.tags, tag])] }), {
        result: { kind: 'retagged' },
        patchOf: ({ tags }) => ({ tags }),
      }),
    untag: (links: readonly LinkBase[], tag: string) =>
      patch(
        links.filter((link) => link.tags.includes(tag)),
        { kind: 'untagged', name: tag },
        (link) => ({ tags: link.tags.filter((other) => other !== tag) }),
        { result: { kind: 'tagged', name: tag }, patchOf: ({ tags }) => ({ tags }) },
      ),
    /** Sets the links' end date (RFC 3339); null removes it. */
    setEndDate: (links: readonly LinkBase[], expiresAt: string | null) =>
      patch(links, { kind: expiresAt ? 'rescheduled' : 'endless' }, () => ({ expiresAt }), {
        result: { kind: 'rescheduled' },
        patchOf: (link) => ({ expiresAt: link.expiresAt }),
      }),
    move: (links: readonly LinkBase[], folder: { id: string; name: string } | null) =>
      patch(
        links,
        folder ? { kind: 'moved', name: folder.name } : { kind: 'movedOut' },
        () => ({ folderId: folder?.id ?? null }),
        { result: { kind: 'movedBack' }, patchOf: ({ folderId }) => ({ folderId }) },
      ),
    remove: async (links: readonly LinkBase[]) => {
      const outcome = await deleteLinks(links);
      settle(outcome);
      const deleted = outcome.done.map(({ link }) => refOf(link));
      showResult(outcome, { result: { kind: 'deleted' }, undo: { kind: 'restore', links: deleted } });
      for (const { id } of deleted) queries.removeQueries({ queryKey: linkKeys.detail(id) });
      return outcome;
    },
  };
}
