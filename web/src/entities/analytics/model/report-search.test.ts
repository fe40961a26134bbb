import { describe, expect, it } from 'vitest';
import { filterParams, readFilter, toggleValue, withFilter, writeFilter } from './filters';
import { type ReportSearch, readReport, writeReport } from './report-search';

/** As it stands in the address: without what is undefined. */
const bare = (search: ReportSearch) => JSON.parse(JSON.stringify(search));
const parse = (search: object) => bare(writeReport(readReport(search as ReportSearch)));

describe('the state in the URL', () => {
  it('leaves out what equals its default', () => {
    expect(parse({})).toEqual({});
    expect(parse({ interval: '28d', compare: 'previous', traffic: 'human', kpi: 'clicks', live: true })).toEqual({});
  });

  it('round-trips', () => {
    const search = {
      from: '2026-11-01',
      to: '2026-11-07',
      compare: '2026-10-01..2026-10-07',
      by: 'hour',
      traffic: 'all',
      kpi: 'uniques',
      map: 'head',
      zone: 'Europe/Berlin',
      live: false,
      sources: 'utmCampaign',
      all: 'country',
      country: 'DE,AT,-FR',
      browser: '-Chrome',
      utmTerm: '(none)',
      url: 'https://example.com/?a=1\\,2',
      linkId: 'lnk_1,lnk_2',
      weekday: '2,-7',
      hour: '18,0',
    };
    expect(parse(search)).toEqual(search);
  });

  it.each([
    [{ interval: 'ever' }],
    [{ interval: 7 }],
    [{ from: '2026-11-31', to: '2026-12-01' }],
    [{ from: '2026-11-07', to: '2026-11-01' }],
    [{ from: '2026-11-07' }],
    [{ from: '2026-11-07T25:00', to: '2026-11-08' }],
    [{ compare: 'next' }],
    [{ by: 'second', traffic: 'cars', kpi: 'love', map: 'love', zone: 'Mars/Base', all: 'shoe', sources: 'country' }],
    [{ country: '', browser: ['x'], utmTerm: {} }],
    [{ color: 'red' }],
    [{ weekday: '0,8,monday,-9', hour: '24,-99,07' }],
  ])('forgives %o', (nonsense) => expect(parse(nonsense)).toEqual({}));

  it.each(['scans', 'bots'])('keeps that the chart shows %s', (kpi) => expect(parse({ kpi })).toEqual({ kpi }));
  it('reads values that look like numbers', () =>
    expect(parse({ utmCampaign: 2026, utmTerm: '007' })).toEqual({ utmCampaign: 2026, utmTerm: '007' }));
  it('reads a filter of one hour, which looks like a number, and forgives what is no hour beside it', () => {
    expect(parse({ weekday: -3, hour: 18 })).toEqual({ weekday: -3, hour: 18 });
    expect(parse({ hour: '18,25' })).toEqual({ hour: 18 });
    expect(parse({ hour: '-0' })).toEqual({ hour: '-0' });
  });
  it('takes the interval of the API that has no name here for its neighbour', () =>
    expect(readReport({ interval: '90d' }).period).toEqual({ name: '91d' }));
});

describe('filters', () => {
  it.each([
    [{ is: ['DE', 'AT'], not: ['FR'] }, 'DE,AT,-FR'],
    [{ is: [''], not: [''] }, '(none),-(none)'],
    [{ is: ['-dash', 'a,b', '(none)'], not: ['\\n,', '-x'] }, '\\-dash,a\\,b,\\(none),-\\\\n\\,,-\\-x'],
  ])('%o', (filter, text) => {
    expect(writeFilter(filter)).toBe(text);
    expect(readFilter(text)).toEqual(filter);
  });

  it('are sent under the names of the API', () =>
    expect(
      filterParams({ link: { is: ['lnk_1'], not: [] }, os: { is: [], not: ['iOS'] }, city: { is: [], not: [] } }),
    ).toEqual({
      linkId: ['lnk_1'],
      os: ['-iOS'],
    }));

  it('invert, and are removed when chosen again', () => {
    const kept = toggleValue({}, 'country', 'DE', 'is');
    expect(kept).toEqual({ country: { is: ['DE'], not: [] } });
    const left = toggleValue(kept, 'country', 'DE', 'not');
    expect(left).toEqual({ country: { is: [], not: ['DE'] } });
    expect(toggleValue(left, 'country', 'DE', 'not')).toEqual({});
    expect(withFilter(kept, 'os', { is: ['iOS'], not: [] })).toEqual({
      country: { is: ['DE'], not: [] },
      os: { is: ['iOS'], not: [] },
    });
  });
});
