import type { AbuseCase } from './admin.queries';

/** Reasons of abuse reports, as people read them. */
export const REASONS: Record<AbuseCase['reason'], string> = {
  phishing: 'Phishing or fraud',
  malware: 'Malware or a virus',
  spam: 'Spam',
  illegal: 'Illegal content',
  copyright: 'Copyright or trademark',
  other: 'Something else',
};

/** What operators did, as people read it. */
export const ACTIONS: Record<Exclude<AbuseCase['action'], ''>, string> = {
  block_link: 'Link blocked',
  block_host: 'Destination blocked',
  suspend_workspace: 'Workspace suspended',
  dismiss: 'Dismissed',
};
