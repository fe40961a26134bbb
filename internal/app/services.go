package app

import (
	"context"
	"log/slog"
	"runtime"
	"strings"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/loop"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/abuse"
	"linnet/internal/core/account"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/apikey"
	"linnet/internal/core/audit"
	"linnet/internal/core/billing"
	"linnet/internal/core/conversion"
	"linnet/internal/core/domain"
	"linnet/internal/core/idempotency"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/media"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/page"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/pixels"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/queue"
	"linnet/internal/core/quota"
	"linnet/internal/core/retention"
	"linnet/internal/core/routing"
	"linnet/internal/core/savedview"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/share"
	"linnet/internal/core/throttle"
	"linnet/internal/core/utm"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhook"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/biopage"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/mailer"
	"linnet/internal/infra/outbound"
	pagereader "linnet/internal/infra/pagetitle"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
	"linnet/internal/infra/sitestyle"
	"linnet/internal/infra/stripe"
	"linnet/internal/infra/tracing"
)

// services are the services of core and what they share.
type services struct {
	signIn

	attempts     *throttle.Shared // nil: no other node can use the records
	keys         *apikey.Service
	webhooks     *webhook.Service
	responses    *idempotency.Service
	workspaces   *workspace.Service
	planRequests *workspace.PlanRequests
	members      *member.Service
	purger       *workspace.Purger
	auditTrimmer *audit.Trimmer
	domains      *domain.Service
	domainChecks domainChecks
	links        *link.Service
	tasks        *queue.Queue // of all kinds
	views        *savedview.Service
	retention    *retention.Service
	labels       *label.Service
	campaigns    *utm.Service
	qrCodes      *qr.Service
	publicCodes  *qr.Public
	pages        *page.Service
	media        *media.Service
	analytics    *analytics.Service
	exports      *analytics.Exporter
	conversions  *conversion.Service
	shares       *share.Service
	reports      *scheduledreport.Service
	alerts       *alert.Service
	notices      *notify.Service
	unsubscriber notify.Unsubscriber
	transfers    *transfers
	blocking     *blocking
	abuse        *abuse.Service
	clickMeter   *quota.Meter
	payments     *stripe.Client // nil: no online payment
	billing      *billing.Service
	security     *securitylog.Log
	plans        *plan.Catalog
	passwords    *password.Hasher // of links; accounts have their own
	ui           *site
	mail         *mailer.Mailer
}

func newServices(
	ctx context.Context, cfg config.Config, stored shared, images stores.Images, certificates domain.Certificates,
	attempts *throttle.Shared, clock clock.Clock, log *slog.Logger,
) (*services, error) {
	records, c, key := stored.records, stored.clicks, stored.key
	s, err := newSharedServices(ctx, cfg, records, c, key, attempts, clock, log)
	if err != nil {
		return nil, err
	}
	publicURL := strings.TrimRight(cfg.PublicURL, "/")
	allowance := allowance{records: records, plans: s.plans}
	limits := allowance.Limits
	outgoing := outbox.New(records, clock)
	s.notices = newNotices(records, limits, clock, log)
	s.clickMeter = clickQuota{records, s.analytics, s.plans, s.notices, outgoing, c.activity}.meter(clock, log)
	s.media, s.qrCodes = newCodes(images, records, limits, s.clickMeter, c.leader(records, clock), clock, log)
	s.publicCodes = newPublicCodes(s.qrCodes, key)
	s.domains = newDomains(ctx, cfg, records, limits, certificates, s.qrCodes, domainNotices{s.notices, outgoing}, clock, log)
	if err := ensureDefaultDomain(ctx, s.domains, cfg, log); err != nil {
		return nil, err
	}
	s.blocking, err = newBlocking(ctx, publicURL, records, s.notices, clock, log)
	if err != nil {
		return nil, err
	}
	s.members = newMembers(publicURL, records, limits, outgoing, s.mail, attempts, clock)
	s.links = link.New(link.Deps{
		Store:   records,
		Domains: s.domains,
		Hasher:  s.passwords,
		Clock:   clock,
		Facts:   c.facts(),
	}, newLinkGuards(allowance, s.ui, s.blocking.destinations, s.clickMeter))
	s.pages = newPages(cfg, records, s.domains, s.links, allowance, s.blocking, clock)
	s.retention = newRetention(cfg, records, c, s.plans, clock, log)
	s.purger = newPurger(records, c, s.retention, clock, log)
	s.auditTrimmer = newAuditTrimmer(records, limits, clock, log)
	s.signIn, err = newSignIn(cfg, records, c, key, s.notices, limits, account.Deps{
		Store:           records,
		Clock:           clock,
		Mailer:          s.mail,
		Outbox:          outgoing,
		Notices:         s.notices,
		Security:        s.security,
		Log:             log,
		PurgeWorkspaces: s.purger.Purge,
		Attempts:        attempts,
	})
	if err != nil {
		return nil, err
	}
	s.workspaces = workspace.NewService(records, s.plans.Limits, clock)
	s.planRequests = newPlanRequests(records, s.plans, outgoing, attempts, clock)
	s.addTasks(cfg, records, key, limits, outgoing, stored.traces, c.agents, clock, log)
	s.exports = analytics.NewExporter(analytics.ExporterDeps{Service: s.analytics, Files: c.store, Note: records.Note})
	s.conversions = newConversions(c, records, clock, log)
	s.shares = newShares(records, s.passwords, s.analytics, attempts, clock)
	s.domainChecks = newDomainChecks(s.domains, records, domainContents{s.links, s.pages}, clock, log)
	s.keys = newKeys(records, c.locator, s.security, key, clock, log)
	s.abuse = newAbuse(cfg, records, s.notices, clock, log)
	return s, nil
}

// newSharedServices returns services with what needs no other of them.
func newSharedServices(
	ctx context.Context, cfg config.Config, records *records.Store, c *clicks, key sealed.Key, attempts *throttle.Shared,
	clock clock.Clock, log *slog.Logger,
) (*services, error) {
	plans, err := loadPlans(ctx, cfg.Plans, records)
	if err != nil {
		return nil, err
	}
	site, err := newSite(cfg, plans)
	if err != nil {
		return nil, err
	}
	records.Subscribe(followPlans(records, plans, site, log))
	mail, err := newMail(cfg, strings.TrimRight(cfg.PublicURL, "/"), clock, log)
	if err != nil {
		return nil, err
	}
	return &services{
		attempts:     attempts,
		plans:        plans,
		ui:           site,
		mail:         mail,
		security:     securitylog.New(log, clock),
		passwords:    newLinkPasswords(),
		analytics:    newAnalytics(c, records, clock),
		views:        savedview.NewService(records, clock),
		labels:       label.NewService(records, clock),
		campaigns:    utm.NewService(records, clock),
		responses:    idempotency.New(records, clock, log),
		unsubscriber: unsubscriber(key),
	}, nil
}

// addTasks constructs the services with kinds of background tasks, and the queue.
func (s *services) addTasks(
	cfg config.Config, records *records.Store, key sealed.Key, limits plan.LimitsOf, outgoing *outbox.Outbox, traces *tracing.Traces,
	agents visitor.AgentParser, clock clock.Clock, log *slog.Logger,
) {
	s.transfers = newTransfers(cfg, records, s.links, s.qrCodes, s.workspaces.ActorFor, limits, s.notices.JobEnded, clock, log)
	s.transfers.addRetrievals(cfg, records, key, agents, clock)
	s.payments, s.billing = newBilling(cfg, records, s.plans, outgoing, clock, log)
	s.webhooks = newWebhooks(cfg, records, key, s.notices, clock, log)
	s.reports = newScheduledReports(records, s.analytics, s.workspaces, clock, log)
	s.alerts = newAlerts(records, s.analytics, s.workspaces, clock, log)
	mails := newMails(cfg, records, s.mail, s.notices, s.reports, s.unsubscriber)
	titles := newTitles(records, titleRequests(strings.TrimRight(cfg.PublicURL, "/")), clock)
	s.tasks = newTasks(records, traces, clock, log, titles.Kind(), s.transfers.runner.Kind(), s.transfers.dataExports.Kind(),
		s.billing.Kind(), s.webhooks.Kind(), mails.kind(s.accounts, s.members))
}

// newCodes returns the media library and the service of QR codes, which have its images
// and share its memory.
func newCodes(
	stored stores.Images, records *records.Store, limits plan.LimitsOf, meter *quota.Meter, leader *loop.Leader,
	clock clock.Clock, log *slog.Logger,
) (*media.Service, *qr.Service) {
	memory := pixels.NewBudget(memoryOf().drawing)
	images := newMedia(stored, records, limits, memory, leader, clock, log)
	return images, qr.NewService(records, imaging.NewLibrary(images), meter.Room, memory, clock)
}

// newPublicCodes returns the public URLs of QR codes.
func newPublicCodes(codes *qr.Service, key sealed.Key) *qr.Public {
	return qr.NewPublic(codes, key.Box("public QR images"))
}

// newPages returns the service of bio pages.
func newPages(
	cfg config.Config, records *records.Store, domains *domain.Service, links *link.Service, limits allowance,
	blocked *blocking, clock clock.Clock,
) *page.Service {
	scheme, _, _ := strings.Cut(cfg.PublicURL, ":")
	return page.New(page.Deps{
		Store: records, Domains: domains, Renderer: biopage.NewRenderer(),
		Builder: links.Builder, CheckEmail: account.CheckEmail, Scheme: scheme, MediaURL: strings.TrimRight(cfg.PublicURL, "/"), Clock: clock,
	}, pageGuards{limits, links, blocked.destinations})
}

// facts returns what the rules of links can look up about a visitor.
func (c *clicks) facts() *routing.Facts {
	return &routing.Facts{Locator: c.locator, Agents: c.agents, Networks: c.networks}
}

// newKeys returns the service of API keys, subscribed to events.
func newKeys(
	records *records.Store, places visitor.Locator, security *securitylog.Log, key sealed.Key, clock clock.Clock, log *slog.Logger,
) *apikey.Service {
	keys := apikey.New(apikey.Deps{
		Store: records, Clock: clock, Places: places, Security: security, SignatureKey: key.HashKey("API key signatures"), Log: log,
	})
	records.Subscribe(keys.OnEvent)
	return keys
}

// newPlanRequests returns the requests for packages.
func newPlanRequests(
	records *records.Store, plans *plan.Catalog, outgoing *outbox.Outbox, attempts *throttle.Shared, clock clock.Clock,
) *workspace.PlanRequests {
	return workspace.NewPlanRequests(workspace.PlanRequestDeps{
		Store:    records,
		Offered:  plans.Offers,
		Send:     planRequestMails{outgoing}.send,
		Attempts: attempts,
		Clock:    clock,
	})
}

// newShares returns the service of shared pages.
func newShares(
	records *records.Store, hasher share.Hasher, figures share.Figures, attempts *throttle.Shared, clock clock.Clock,
) *share.Service {
	return share.New(share.Deps{Store: records, Hasher: hasher, Figures: figures, Attempts: attempts, Clock: clock})
}

func newRetention(
	cfg config.Config, records *records.Store, c *clicks, plans *plan.Catalog, clock clock.Clock, log *slog.Logger,
) *retention.Service {
	return retention.New(retention.Deps{
		Store: records, Clicks: c.store, Counters: c.counter, Limits: plans.Limits,
		Rounds: fileRounds{cfg.InData(roundsFile)}, Leader: c.leader(records, clock), Clock: clock, Log: log,
	})
}

func newMembers(
	publicURL string, records *records.Store, limits plan.LimitsOf, outgoing *outbox.Outbox, mail *mailer.Mailer,
	attempts *throttle.Shared, clock clock.Clock,
) *member.Service {
	return member.New(member.Deps{
		Store: records, Limits: limits, Outbox: outgoing, Mailer: mail, CheckEmail: account.CheckEmail,
		PublicURL: publicURL, Clock: clock, Attempts: attempts,
	})
}

// newPurger returns the purger of deleted workspaces.
func newPurger(
	records *records.Store, c *clicks, deletions *retention.Service, clock clock.Clock, log *slog.Logger,
) *workspace.Purger {
	return workspace.NewPurger(workspace.PurgerDeps{
		Store: records, Clicks: c.store, ClockHealth: deletions.Health, Leader: c.leader(records, clock), Clock: clock, Log: log,
	})
}

// unsubscriber returns the tokens of unsubscribe links.
func unsubscriber(key sealed.Key) notify.Unsubscriber {
	return notify.Unsubscriber{Box: key.Box("unsubscribe")}
}

// newNotices returns the notification service, subscribed to events.
func newNotices(records *records.Store, limits plan.LimitsOf, clock clock.Clock, log *slog.Logger) *notify.Service {
	notices := notify.New(notify.Deps{Store: records, Limits: limits, Usage: records, Clock: clock, Log: log})
	records.Subscribe(notices.OnEvent)
	return notices
}

func newMail(cfg config.Config, publicURL string, clock clock.Clock, log *slog.Logger) (*mailer.Mailer, error) {
	return mailer.New(mailer.Options{SMTPURL: cfg.SMTPURL, Dir: cfg.InData(stores.MailDir), PublicURL: publicURL, Clock: clock, Log: log})
}

// newLinkPasswords returns the hasher for passwords of links and shares. It has its
// own slots, so that many of them do not delay logins.
func newLinkPasswords() *password.Hasher {
	return password.New(password.Default()).Slots(max(1, runtime.GOMAXPROCS(0)/2))
}

// newTitles returns the fetcher of page titles.
func newTitles(records *records.Store, calls outbound.Options, clock clock.Clock) *pagetitle.Fetcher {
	return pagetitle.New(pagetitle.Deps{Store: records, Pages: pagereader.NewReader(outbound.New(calls)), Clock: clock})
}

// newSiteMatch returns the service that reads the look of websites.
func newSiteMatch(publicURL string, clock clock.Clock) *sitematch.Service {
	return sitematch.NewService(sitestyle.NewReader(outbound.New(titleRequests(publicURL))), page.CheckAddress, clock)
}

// titleRequests returns the options of requests for page titles and the look of websites, and to
// providers of single sign-on.
func titleRequests(publicURL string) outbound.Options {
	return outbound.Options{UserAgent: "Linnet/" + version + " (+" + publicURL + ")"}
}

// newTasks returns the queue of durable tasks, subscribed to events.
func newTasks(records *records.Store, traces *tracing.Traces, clock clock.Clock, log *slog.Logger, kinds ...queue.Kind) *queue.Queue {
	for i := range kinds {
		kinds[i].Handle = traced(traces, kinds[i].Name, kinds[i].Handle)
	}
	tasks := queue.New(queue.Deps{Store: records, Kinds: kinds, Clock: clock, Log: log})
	records.Subscribe(tasks.OnEvent)
	return tasks
}

// allowance reads the limits of a workspace's package.
type allowance struct {
	records *records.Store
	plans   *plan.Catalog
}

// Limits returns the limits of the workspace's package.
func (a allowance) Limits(ctx context.Context, workspaceID string) (plan.Limits, error) {
	w, err := a.records.Workspace(ctx, workspaceID)
	if err != nil {
		return plan.Limits{}, err
	}
	return a.plans.Limits(w.Plan), nil
}
