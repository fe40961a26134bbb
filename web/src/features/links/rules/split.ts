import { withScheme } from '@/entities/link/destination';
import { uuid } from '@/shared/lib/ids';

export const MIN_BRANCHES = 2;
export const MAX_BRANCHES = 10;
const WHOLE = 100;

/** One side of a split as it is typed. */
export interface BranchForm {
  id: string;
  url: string;
  weight: number;
  fault: string;
  /** The variant leads to the link's destination and changes with it. */
  followsDestination?: boolean;
}

export const newBranch = (url = '', weight = 0): BranchForm => ({ id: uuid(), url, weight, fault: '' });

const sameAddress = (one: string, other: string) => withScheme(one) === withScheme(other);

/** Marks the variants that lead to the destination. */
export function withFollowers(branches: readonly BranchForm[], destination: string): BranchForm[] {
  return branches.map((branch) => ({
    ...branch,
    // An empty variant equals an empty destination by accident only.
    followsDestination: branch.url.trim() ? sameAddress(branch.url, destination) : branch.followsDestination,
  }));
}

/** The variants after the destination has changed: those that follow it lead to the new one. */
export function followDestination(branches: readonly BranchForm[], destination: string): BranchForm[] {
  return branches.map((branch) => (branch.followsDestination ? { ...branch, url: destination, fault: '' } : branch));
}

/** Whether a split is on and none of its variants leads to the destination. */
export function isDestinationUnused(branches: readonly BranchForm[], destination: string): boolean {
  return branches.length > 0 && !branches.some(({ url }) => sameAddress(url, destination));
}

/** Whole numbers in the proportion of `weights` that add to `total`; the largest remainders are rounded up. */
function scaled(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (weight * total) / sum));
  const whole = exact.map(Math.floor);
  const missing = total - whole.reduce((all, weight) => all + weight, 0);
  const first = exact
    .map((weight, at) => ({ at, rest: weight - Math.floor(weight) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, missing);
  for (const { at } of first) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/** One weight as it is wanted; the others keep their proportions, and all add to 100. */
export function withWeight(weights: readonly number[], at: number, wanted: number): number[] {
  const own = Math.min(WHOLE, Math.max(0, Math.round(Number.isFinite(wanted) ? wanted : 0)));
  const others = scaled(
    weights.filter((_, index) => index !== at),
    WHOLE - own,
  );
  return others.toSpliced(at, 0, own);
}

const weighed = (branches: readonly BranchForm[], weights: readonly number[]): BranchForm[] =>
  branches.map((branch, at) => ({ ...branch, weight: weights[at] ?? 0 }));

/** Changes a weight from where all weights stood when somebody took hold of it. */
export function setWeight(branches: readonly BranchForm[], base: readonly number[], at: number, wanted: number) {
  return weighed(branches, withWeight(base, at, wanted));
}

/** As equal as whole numbers allow. */
export function evenOut(branches: readonly BranchForm[]): BranchForm[] {
  return weighed(
    branches,
    scaled(
      branches.map(() => 1),
      WHOLE,
    ),
  );
}

/** One more, with its fair share of the others'. */
export function addBranch(branches: readonly BranchForm[]): BranchForm[] {
  const more = [...branches, newBranch()];
  const weights = more.map(({ weight }) => weight);
  return weighed(more, withWeight(weights, branches.length, Math.floor(WHOLE / more.length)));
}

/** One less; the others take its share in proportion. */
export function removeBranch(branches: readonly BranchForm[], id: string): BranchForm[] {
  const rest = branches.filter((branch) => branch.id !== id);
  return weighed(
    rest,
    scaled(
      rest.map(({ weight }) => weight),
      WHOLE,
    ),
  );
}

/** Two variants of equal weight; the first one is the destination and follows it. */
export const newSplit = (url: string): BranchForm[] => [
  { ...newBranch(url, 50), followsDestination: true },
  newBranch('', 50),
];
