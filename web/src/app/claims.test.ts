import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANALYTICS_POINTS, QR_POINTS, RULES_POINTS } from '@/features/marketing/features/chapter-points';
import { FIELD_ROWS } from '@/features/marketing/features/field-rows';
import { TOOLS } from '@/features/marketing/features/more-tools';
import { PILLARS } from '@/features/marketing/pages/about-page';
import { USE_CASES } from '@/features/marketing/use-cases';
import { QUESTIONS } from '@/features/pricing/questions';

/** The evidence for a claim: operations of the API, and Go tests of the behaviour. */
interface Backing {
  operations?: readonly string[];
  tests?: readonly string[];
}

// The claims of the public pages, by heading, with their evidence. The test fails for a claim without an entry, and for
// an entry whose operation or test does not exist.
const CLAIMS: Record<string, Backing> = {
  'Intelligent Analytics': {
    operations: ['getAnalyticsReport'],
    tests: ['TestParse_PrecisionAndRecall', 'TestEnricher_SetsBotReasons'],
  },
  'Enterprise Security': {
    operations: ['revokeSession', 'getLinkHistory'],
    tests: ['TestHasher_MatchesOnlyTheHashedPassword', 'TestNewSecret_HashMatchesText', 'TestNode_StoresNoAddresses'],
  },
  'Smart Management': {
    operations: ['updateLinks', 'restoreLinks', 'getLinkHistory'],
    tests: ['TestService_RenameRetainsOldAlias', 'TestService_BulkCallsHandleAThousandLinks'],
  },

  'Exact expiry': {
    tests: ['TestHandler_ClaimsTheLastClickOnce', 'TestHandler_CountsOnlyPeopleAgainstTheClickLimit'],
  },
  'Password protection': { tests: ['TestServer_LogsNoSecrets', 'TestHandler_Passwords'] },
  'UTM builder': { operations: ['createUtmTemplate', 'putUtmConventions'] },
  'Preview cards': { tests: ['TestDecide_SocialCrawlerGetsPreview', 'TestHandler_ShowsCrawlersTheCard'] },
  Renaming: { tests: ['TestService_RenameRetainsOldAlias'] },
  'Custom domains': {
    operations: ['createDomain', 'verifyDomain'],
    tests: ['TestService_VerifyNeedsTheOwnershipRecord', 'TestService_CheckDueFindsNewAndLostRecords'],
  },
  'Automatic certificates': {
    tests: [
      'TestManager_IssuesOnTheFirstHandshake',
      'TestManager_RenewsInTheLastThird',
      'TestManager_MadeUpNamesPlaceNoOrder',
    ],
  },
  'Bulk editing': { operations: ['createTag', 'createFolder', 'createSavedView', 'updateLinks', 'restoreLinks'] },
  'Leads and sales': { operations: ['trackLead', 'trackSale'], tests: ['TestNode_ReportsConversions'] },
  'Shared reports': { operations: ['createShare', 'getSharedReport'], tests: ['TestShare_CannotBeWidened'] },
  'Version history': { operations: ['getLinkHistory', 'revertLink'] },
  Import: { operations: ['createImport', 'previewImport'], tests: ['TestSuggest_HeadersOfOtherServices'] },
  'Bio pages': {
    operations: ['createBioPage', 'publishBioPage', 'listBioThemes', 'listBioPageResponses'],
    tests: ['TestService_PublishesAndRestoresRevisions', 'TestBodies_HasEachKindOnce', 'TestPresets_AreReadable'],
  },
  Teams: {
    operations: ['createInvitation', 'updateMember', 'putSingleSignOn'],
    tests: ['TestService_InvitationEnds', 'TestSingleSignOn_CreatesAMember'],
  },
  API: {
    operations: ['createWebhook'],
    tests: ['TestOpenAPI_IsServed', 'TestOpenAPI_DescribesEveryOperation', 'TestService_SendsASignedMessage'],
  },
  Export: { operations: ['createExport', 'exportAnalytics'] },

  'Country, continent or the European Union; region and city with a city database': {
    operations: ['getCapabilities'],
    tests: ['TestDecide_EveryFieldAndOperator', 'TestLocator_FindsCitiesInTheOperatorsFile'],
  },
  'Preferred language, device, operating system, browser, in-app browser': {
    tests: ['TestDecide_EveryFieldAndOperator', 'TestBestLanguage_ReturnsThePreferredTag'],
  },
  'Weekdays and hours in any time zone; before or after a date': {
    tests: ['TestDecide_EveryFieldAndOperator', 'TestWindow_Holds'],
  },
  'Referrer, query parameters, IP networks, returning visitors of the same day': {
    tests: ['TestDecide_EveryFieldAndOperator', 'TestHandler_RemembersReturningVisitorsForADay'],
  },
  'Redirect, weighted split that is sticky without cookies, or block': {
    tests: ['TestDecide_SplitIsStickyAndWeighted', 'TestValidateRules_Actions'],
  },
  'SVG, PNG, JPEG, WebP, PDF and EPS, from the dashboard or the API': {
    operations: ['drawQR'],
    tests: ['TestSVG_HasTheModulesOfThePNG', 'TestPicture_CanBeDecoded', 'TestJPEG_RandomDesignsCanBeDecoded'],
  },
  'Scans counted separately from clicks': { operations: ['listQRCodes'], tests: ['TestQRCodes_CreateUpdateDelete'] },
  'Saved codes, whose destination can change at any time': {
    operations: ['createQRCode', 'updateLink'],
    tests: ['TestService_CodesFollowTheirLink'],
  },
  'Heat map of the week, world map, live feed': { operations: ['getAnalyticsReport', 'streamClicks'] },
  'Click any value to filter; the URL contains every filter': { operations: ['getAnalytics', 'createSavedView'] },
  'Comparison with the previous period; read-only shared pages': {
    operations: ['getAnalytics', 'createShare', 'getSharedReport'],
    tests: ['TestShare_CannotBeWidened'],
  },
  'No cookies and no stored IP addresses; unique visitors by a salt that is destroyed every day': {
    tests: ['TestNode_StoresNoAddresses', 'TestSalts_AreDestroyedAfterTheirDay'],
  },

  Marketers: { operations: ['createLinks', 'createUtmTemplate'], tests: ['TestBulkLinks_AcceptsAThousandLinks'] },
  Creators: { tests: ['TestDecide_SocialCrawlerGetsPreview', 'TestDecide_EveryFieldAndOperator'] },
  Retailers: { operations: ['createQRCode', 'updateLink'], tests: ['TestDraw_RejectsUnreadableLooks'] },
  Startups: { operations: ['trackLead', 'trackSale'], tests: ['TestOpenAPI_IsServed'] },

  'Rules by weekday and hour': { tests: ['TestDecide_EveryFieldAndOperator'] },
  'Rules by the visitor’s language': { tests: ['TestBestLanguage_ReturnsThePreferredTag'] },
  'Rules by region': { operations: ['getCapabilities'], tests: ['TestLocator_FindsCitiesInTheOperatorsFile'] },
  'Nesting with all, any, not': { tests: ['TestDecide_MatchesNaiveEvaluator'] },
  'Testing a rule as a visitor': { operations: ['simulateLink', 'simulateDraft'] },
  'Limit on clicks': { tests: ['TestHandler_ClaimsTheLastClickOnce'] },
  'Weighted split': { tests: ['TestDecide_SplitIsStickyAndWeighted'] },
  'Several aliases for one link': { tests: ['TestService_RenameRetainsOldAlias'] },
  'Runs on your own server': { tests: ['TestNode_CountsTheFirstClick'] },

  'What happens when I reach a limit?': {
    tests: ['TestClicks_BeyondTheMonthsLimitStopNewLinksOnly', 'TestCreateLink_LimitReachedSaysWhatToDo'],
  },
  'Do I need a credit card for a trial?': {
    operations: ['requestPlan'],
    tests: ['TestRequestPlan_ReachesTheOperator'],
  },
  'What is included in every plan?': { tests: ['TestPackages_FeaturesMatchTheLimits'] },
  'How are clicks counted?': { tests: ['TestEnricher_SetsBotReasons', 'TestNode_StoresNoAddresses'] },
  'How much does yearly billing save?': { tests: ['TestBuiltIn_YearCosts16PercentLess'] },
  'Can I import and export my links?': {
    operations: ['createImport', 'createExport'],
    tests: ['TestSuggest_HeadersOfOtherServices'],
  },
  'Can I self-host Linnet?': { tests: ['TestOff_HasNoLimits'] },
  'Can I use my own domain?': {
    operations: ['createDomain', 'restoreDomain'],
    tests: ['TestService_ApexNeedsTheAddressesOfTheDefaultDomain', 'TestService_DeletedDomainCanBeRestoredForAWeek'],
  },
};

// The tests run in the folder of the web code.
const root = resolve(process.cwd(), '..');

/** The names of all Go tests of the project. */
function goTests(): Set<string> {
  const files = readdirSync(`${root}/internal`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('_test.go'),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(`${root}/internal/${file}`, 'utf8').matchAll(/^func (Test\w+)\(/gm)].map(
      (match) => match[1] ?? '',
    ),
  );
  return new Set(names);
}

/** The ids of all operations of the API. */
function operations(): Set<string> {
  const document = readFileSync(`${root}/api/openapi.json`, 'utf8');
  return new Set([...document.matchAll(/"operationId": "(\w+)"/g)].map((match) => match[1] ?? ''));
}

const CLAIMED = [
  ...PILLARS.map(({ title }) => title),
  ...TOOLS.map(({ name }) => name),
  ...USE_CASES.map(({ who }) => who),
  ...FIELD_ROWS.filter(({ cells }) => cells[0] !== false).map(({ what }) => what),
  ...QUESTIONS.map(({ q }) => q),
  ...RULES_POINTS,
  ...QR_POINTS,
  ...ANALYTICS_POINTS,
];

describe('the claims of the public pages', () => {
  it('are each backed by something that exists', () => {
    expect(CLAIMED.filter((claim) => !CLAIMS[claim])).toEqual([]);
    expect(Object.keys(CLAIMS).filter((claim) => !CLAIMED.includes(claim))).toEqual([]);
  });

  it('name operations and tests of this version', () => {
    const [known, tests] = [operations(), goTests()];
    expect(known.size).toBeGreaterThan(50);
    expect(tests.size).toBeGreaterThan(300);
    const missing = Object.entries(CLAIMS).flatMap(([claim, backing]) => [
      ...(backing.operations ?? []).filter((id) => !known.has(id)).map((id) => `${claim}: operation ${id}`),
      ...(backing.tests ?? []).filter((name) => !tests.has(name)).map((name) => `${claim}: test ${name}`),
    ]);
    expect(missing).toEqual([]);
  });
});
