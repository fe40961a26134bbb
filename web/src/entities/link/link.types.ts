import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type Link = Schemas['Link'];
/** A link of a list, with the number of its rules and variants instead of the rules and the split. */
export type LinkSummary = Schemas['LinkSummary'];
/** The fields that a link and its summary have in common. */
export type LinkBase = Omit<Link, 'rules' | 'split'>;
export type LinkPage = Schemas['ListLinkSummary'];
export type LinkStatus = Link['status'];
export type RuleInput = Schemas['RuleInput'];
export type Condition = Schemas['Condition'];
export type Action = Schemas['Action'];
export type CreateLink = Schemas['CreateLink'];
export type UpdateLink = Schemas['UpdateLink'];
export type Simulation = Schemas['Simulation'];
export type LinkVersion = Schemas['LinkVersion'];
