import { t } from '@/shared/i18n/t';

type Values = {
  /** The links: one by its name, more by their number. */
  names: string;
  /** The tag or the folder, where the action has one. */
  name: string;
};

type Write = (values: Values) => string;

/** What happened to links, and what did not. */
const RESULTS = {
  archived: [({ names }) => t('{names} archived', { names }), ({ names }) => t('{names} not archived', { names })],
  unarchived: [
    ({ names }) => t('{names} unarchived', { names }),
    ({ names }) => t('{names} not unarchived', { names }),
  ],
  tagged: [(values) => t('{names} tagged “{name}”', values), (values) => t('{names} not tagged “{name}”', values)],
  untagged: [
    (values) => t('{names} untagged “{name}”', values),
    (values) => t('{names} not untagged “{name}”', values),
  ],
  retagged: [({ names }) => t('{names} untagged', { names }), ({ names }) => t('{names} not untagged', { names })],
  rescheduled: [
    ({ names }) => t('{names} rescheduled', { names }),
    ({ names }) => t('{names} not rescheduled', { names }),
  ],
  endless: [
    ({ names }) => t('{names} set to never expire', { names }),
    ({ names }) => t('{names} not set to never expire', { names }),
  ],
  moved: [(values) => t('{names} moved to “{name}”', values), (values) => t('{names} not moved to “{name}”', values)],
  movedOut: [
    ({ names }) => t('{names} moved out of their folder', { names }),
    ({ names }) => t('{names} not moved out of their folder', { names }),
  ],
  movedBack: [({ names }) => t('{names} moved back', { names }), ({ names }) => t('{names} not moved back', { names })],
  deleted: [({ names }) => t('{names} deleted', { names }), ({ names }) => t('{names} not deleted', { names })],
  restored: [({ names }) => t('{names} restored', { names }), ({ names }) => t('{names} not restored', { names })],
  redirected: [
    ({ names }) => t('{names} given a new destination', { names }),
    ({ names }) => t('{names} not given a new destination', { names }),
  ],
  changedBack: [
    ({ names }) => t('{names} changed back', { names }),
    ({ names }) => t('{names} not changed back', { names }),
  ],
  utmSet: [
    ({ names }) => t('{names} given UTM parameters', { names }),
    ({ names }) => t('{names} not given UTM parameters', { names }),
  ],
  utmRemoved: [
    ({ names }) => t('{names} cleared of UTM parameters', { names }),
    ({ names }) => t('{names} not cleared of UTM parameters', { names }),
  ],
  protected: [
    ({ names }) => t('{names} protected with a password', { names }),
    ({ names }) => t('{names} not protected with a password', { names }),
  ],
  unprotected: [
    ({ names }) => t('{names} unprotected', { names }),
    ({ names }) => t('{names} not unprotected', { names }),
  ],
} as const satisfies Record<string, readonly [done: Write, failed: Write]>;

/** The result of an action, as it is stored for its undo. */
export interface ActionResult {
  kind: keyof typeof RESULTS;
  name?: string;
}

/** "20 links tagged “press”". */
export const describeDone = ({ kind, name = '' }: ActionResult, names: string): string =>
  RESULTS[kind][0]({ names, name });

/** "20 links not tagged “press”". */
export const describeFailed = ({ kind, name = '' }: ActionResult, names: string): string =>
  RESULTS[kind][1]({ names, name });
