import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type Link = Schemas['Link'];
export type LinkPage = Schemas['ListLink'];
export type LinkStatus = Link['status'];
export type RuleInput = Schemas['RuleInput'];
export type Condition = Schemas['Condition'];
export type Action = Schemas['Action'];
export type CreateLink = Schemas['CreateLink'];
export type UpdateLink = Schemas['UpdateLink'];
export type Simulation = Schemas['Simulation'];
export type LinkVersion = Schemas['LinkVersion'];
