import { useQueryClient } from '@tanstack/react-query';
import { patchLink, refreshLinks, removeLink } from '@/entities/link/change-link';
import { linkKeys } from '@/entities/link/link.queries';
import type { Link, UpdateLink } from '@/entities/link/link.types';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { toast } from '@/shared/ui/toast';

const AT_ONCE = 4;

interface Outcome {
  done: Link[];
  failed: { link: Link; error: unknown }[];
}

/** Does one thing to each link, a few at a time; one that fails does not hold up the others. */
export async function forEachLink(links: readonly Link[], run: (link: Link) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [] };
  const waiting = [...links];
  async function worker() {
    for (let link = waiting.shift(); link; link = waiting.shift()) {
      try {
        await run(link);
        outcome.done.push(link);
      } catch (error) {
        outcome.failed.push({ link, error });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcome;
}

/** "/launch" for one link, "3 links" for more. */
export function namesOf(links: readonly Link[]): string {
  const [first] = links;
  return links.length === 1 && first ? `/${first.alias}` : plural(links.length, 'link');
}

function tell({ done, failed }: Outcome, verb: string, undo?: () => void) {
  if (done.length > 0) {
    toast({ title: `${namesOf(done)} ${verb}`, action: undo && { label: 'Undo', run: undo } });
  }
  const [fault] = failed;
  if (fault) {
    const links = failed.map(({ link }) => link);
    toast({ title: `${namesOf(links)} not ${verb}`, text: messageOf(fault.error), tone: 'bad' });
  }
}

/** What can be done to one link or to many, each with its own message. */
export function useLinkActions() {
  const queries = useQueryClient();

  async function change(links: readonly Link[], verb: string, of: (link: Link) => UpdateLink, undo?: () => void) {
    const outcome = await forEachLink(links, async (link) => {
      const changed = await patchLink({ id: link.id, change: of(link) });
      queries.setQueryData(linkKeys.detail(link.id), changed);
    });
    refreshLinks(queries);
    tell(outcome, verb, outcome.done.length > 0 ? undo : undefined);
  }

  async function restore(links: readonly Link[]) {
    await change(links, 'brought back', () => ({ status: 'active' }));
  }

  return {
    archive: (links: readonly Link[]) =>
      change(
        links,
        'archived',
        () => ({ status: 'archived' }),
        () => void restore(links),
      ),
    restore,
    tag: (links: readonly Link[], tag: string) =>
      change(
        links,
        `tagged “${tag}”`,
        (link) => ({ tags: [...new Set([...link.tags, tag])] }),
        () => void change(links, 'untagged', (link) => ({ tags: link.tags })),
      ),
    remove: async (links: readonly Link[]) => {
      const outcome = await forEachLink(links, (link) => removeLink(link.id));
      for (const link of outcome.done) queries.removeQueries({ queryKey: linkKeys.detail(link.id) });
      refreshLinks(queries);
      tell(outcome, 'deleted');
      return outcome;
    },
  };
}
