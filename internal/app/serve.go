package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/config"
	"linnet/internal/core/audit"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/core/page/pageimport"
	"linnet/internal/core/pagetitle"
	"linnet/internal/core/qr"
	"linnet/internal/core/routing"
	"linnet/internal/core/throttle"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/httpapi"
	"linnet/internal/edge/redirect"
	"linnet/internal/edge/reportform"
	"linnet/internal/edge/server"
	"linnet/internal/infra/records"
)

// newServer returns the server of a node, and the API that it serves.
func newServer(cfg config.Config, p *parts, clock clock.Clock, log *slog.Logger) (*server.Server, *httpapi.API, error) {
	trusted, err := cfg.ProxyPrefixes()
	if err != nil {
		return nil, nil, err
	}
	publicURL, err := url.Parse(cfg.PublicURL)
	if err != nil {
		return nil, nil, fmt.Errorf("the public URL: %w", err)
	}
	proxies := server.NewProxies(trusted)
	host := webhost.Normal(cfg.Host())
	hosts := redirect.NewHosts(host)
	s := p.services
	directory := newDirectory(p, clock, log)
	redirects := newRedirects(cfg, p, hosts, directory, proxies, clock, log)
	limiter := apikit.NewRateLimiter(clock, s.attempts)
	config := server.Config{
		Addr:        cfg.Addr,
		MetricsAddr: cfg.MetricsAddr,
		Hosts:       hosts,
		Redirect:    redirects,
		HTTPS:       publicURL.Scheme == "https",
		MaxConns:    maxConns(),
		Version:     version,
		Uncounted:   func(a netip.Addr) bool { return a.IsLoopback() || proxies.Trusts(a) },
		App:         s.ui.mux,
		Reserved:    server.Reserved(s.ui.patterns),
		DropIns:     newDropIns(cfg, s, hosts, publicURL, limiter, proxies.Client, clock, log),
		Checks:      checks(p, host, cfg.Data, clock),
		Traces:      p.traces,
		Metrics:     slices.Concat(metrics(p), operationMetrics(cfg, p), certificateMetrics(p.certs)),
		Clock:       clock,
		Log:         log,
		TLS:         tlsListener(cfg, p.certs),
		Secure:      proxies.Secure,
	}
	if len(trusted) > 0 {
		config.ProxyProtocol = proxies.Trusts
	}
	if config.Inherited.Plain, config.Inherited.Secure, err = inheritedListeners(); err != nil {
		return nil, nil, fmt.Errorf("the sockets of systemd: %w", err)
	}
	server := server.New(config)
	state := &install{
		parts:        p,
		dataDir:      cfg.Data,
		startedAt:    clock.Now(),
		certificates: domainCertificates(p.certs),
		health:       server.Health,
	}
	api := newAPI(cfg, p, httpapi.Deps{PublicURL: publicURL, ClientAddr: proxies.Client, Limiter: limiter, Clock: clock, Log: log},
		state, newOperators(p, hosts, clock))
	p.records.Subscribe(api.OnEvent)
	taken := linkAnswers(hosts, directory)
	s.ui.api(api)
	s.ui.late(api.Reference(), newCompatGuide(cfg, log), redirects, taken)
	s.ui.abuseForm(s.abuse, s.security, proxies.Client, redirects, taken, newReportLimit(s.attempts, clock), log)
	s.servePages(redirects, log)
	return server, api, nil
}

// newDirectory returns the cache of links and domains, which changes of the records
// evict.
func newDirectory(p *parts, clock clock.Clock, log *slog.Logger) *redirect.Directory {
	directory := redirect.NewDirectory(redirect.DirectoryDeps{
		Loader:     recordLoader{p.records},
		CacheBytes: memoryOf().links,
		Clock:      clock,
		Log:        log,
	})
	p.records.Subscribe(evictor(directory))
	return directory
}

// newRedirects returns the handler of visits to the hosts that serve links.
func newRedirects(
	cfg config.Config, p *parts, hosts redirect.Hosts, directory *redirect.Directory, proxies server.Proxies,
	clock clock.Clock, log *slog.Logger,
) *redirect.Handler {
	s := p.services
	return redirect.New(redirect.Config{
		Hosts:           hosts,
		Directory:       directory,
		Loader:          recordLoader{p.records},
		Recorder:        p.clicks.recorder,
		Passwords:       s.passwords,
		Client:          proxies.Client,
		Secure:          proxies.Secure,
		Clock:           clock,
		Log:             log,
		Locator:         p.clicks.locator,
		Agents:          p.clicks.agents,
		Networks:        p.clicks.networks,
		Guards:          s.visitGuards(clock),
		NotFound:        notFound{s.ui.ui},
		OrphanWorkspace: firstWorkspace(p.records),
		SupportEmail:    cfg.SupportEmail,
		SecurityContact: cfg.SecurityContact,
		ReportURL:       strings.TrimRight(cfg.PublicURL, "/") + reportform.Path,
		Pages:           newPublicPages(p, directory, clock),
		PasswordRefused: recordLinkPasswords(s.security),
		OnGuessing:      notifyGuessing(s.notices, s.attempts, clock, log),
	})
}

// visitGuards returns the guards of visits.
func (s *services) visitGuards(clock clock.Clock) redirect.Guards {
	return redirect.Guards{
		Blocked:      s.blocking.rules.Blocked,
		OrphanBudget: throttle.New(clock, throttle.Limit{Burst: 60, Every: 2 * time.Second}, maxOrphanNetworks),
		LinkAttempts: newLinkAttempts(s.attempts, clock),
		Attempts:     newVisitorAttempts(s.attempts, clock),
	}
}

// servePages serves the pages below reserved paths that redirects may own otherwise.
func (s *services) servePages(redirects *redirect.Handler, log *slog.Logger) {
	s.ui.secretPages(redirects)
	s.ui.unsubscribe(s, redirects, log)
	s.ui.media(s.media, redirects, log)
	s.ui.billingHook(s.payments, s.billing, redirects, log)
}

// newOperators returns the operations of operators. Unlike those of commands, they
// update the deny-lists of this node.
func newOperators(p *parts, hosts redirect.Hosts, clock clock.Clock) *operator.Service {
	domains := operatorDomains{records: p.records, hosts: hosts}
	return operator.New(operator.Deps{
		Store:   p.records,
		Domains: domains,
		Plans:   p.services.plans,
		Updater: p.services.blocking.updater,
		Clock:   clock,
	})
}

// newAPI returns the API of the services of a node. d has the dependencies that p does
// not have.
func newAPI(cfg config.Config, p *parts, d httpapi.Deps, state *install, operators *operator.Service) *httpapi.API {
	s := p.services
	d.Services = httpapi.Services{
		Accounts:       s.accounts,
		SecondFactors:  s.secondFactors,
		Passkeys:       s.passkeys,
		SingleSignOn:   s.signOn,
		DataExports:    s.transfers.dataExports,
		APIKeys:        s.keys,
		Webhooks:       s.webhooks,
		AuditLog:       audit.New(p.records, d.Clock),
		Workspaces:     s.workspaces,
		PlanRequests:   s.planRequests,
		Members:        s.members,
		Links:          s.links,
		Labels:         s.labels,
		UTMConventions: s.campaigns,
		Domains:        s.domains,
		DomainOverview: domain.NewOverview(p.records, d.Clock.Now),
		QRCodes:        s.qrCodes,
		PublicQRCodes:  s.publicCodes,
		QRArchives:     s.transfers.archives,
		QRPresets:      qr.NewPresets(s.qrCodes),
		BioPages:       s.pages,
		ConvertBioPage: pageimport.NewService().Convert,
		BioPageSites:   newSiteMatch(d.PublicURL.String(), d.Clock),
		Media:          s.media,
		Analytics:      s.analytics,
		ClickExports:   s.exports,
		Clicks:         p.clicks.pipeline,
		Conversions:    s.conversions,
		Shares:         s.shares,
		SavedViews:     s.views,
		Reports:        s.reports,
		Alerts:         s.alerts,
		Retention:      s.retention,
		Notifications:  s.notices,
		Jobs:           s.transfers.jobs,
		Transfers:      s.transfers.service,
		LinkChanges:    s.transfers.changes,
		Retrievals:     s.transfers.retrievals,
		RedirectChecks: s.transfers.checks,
		Plans:          s.plans,
		Billing:        s.billing,
		Operators:      operators,
		Usage:          p.records,
		Overview:       state.Overview,
		Certificate:    state.Certificate,
	}
	d.KnowsCities = p.clicks.locator.KnowsCities()
	d.Compat = cfg.DropIns()
	d.Security = s.security
	d.Version = version
	d.Responses = s.responses
	return httpapi.New(d)
}

// maxOrphanNetworks is the number of networks tracked by the limit of recorded
// orphan clicks.
const maxOrphanNetworks = 50_000

// maxGuessedLinks is the number of links tracked by the notification limit.
const maxGuessedLinks = 20_000

// notifyGuessing returns a function that notifies the workspace of a link about
// many wrong passwords, at most once an hour.
func notifyGuessing(
	notices *notify.Service, attempts *throttle.Shared, clock clock.Clock, log *slog.Logger,
) func(context.Context, *routing.Route, string) {
	hourly := attempts.Limiter("link.notice", clock, throttle.Limit{Burst: 1, Every: time.Hour}, maxGuessedLinks)
	return func(ctx context.Context, route *routing.Route, path string) {
		if !hourly.Allow(route.LinkID()) {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		_, workspace, _ := route.Numbers()
		workspaceID := ident.Text(ident.Workspace, workspace)
		log.WarnContext(ctx, "link password attempts limited", "link", route.LinkID(), "workspace", workspaceID)
		if err := notices.PasswordGuessed(ctx, workspaceID, route.LinkID(), path); err != nil {
			log.WarnContext(ctx, "notification not stored", "kind", string(notify.PasswordGuessed), "err", err)
		}
	}
}

// linkAnswers returns a function that reports whether the path of a request is the
// alias of a link.
func linkAnswers(hosts redirect.Hosts, directory *redirect.Directory) func(*http.Request) bool {
	return func(r *http.Request) bool {
		host, _ := hosts.Canonical(r.Host)
		on, err := directory.Domain(r.Context(), host)
		if err != nil {
			return false
		}
		found, err := directory.Link(r.Context(), on, strings.TrimPrefix(r.URL.Path, "/"))
		return err == nil && found.Wildcard == ""
	}
}

// recordLoader adapts the records to redirect.Loader.
type recordLoader struct{ *records.Store }

// Domain returns the domain of a host.
func (l recordLoader) Domain(ctx context.Context, host string) (redirect.Domain, error) {
	d, err := l.DomainByHost(ctx, host)
	if err != nil {
		return redirect.Domain{}, err
	}
	return redirect.Domain{
		ID:          d.ID,
		WorkspaceID: d.WorkspaceID,
		Host:        d.Host,
		Settings:    d.Settings,
	}, nil
}

// firstWorkspace returns a function that returns the number of the install's first
// workspace, or 0 while there is none. That workspace sees the orphan clicks of the
// default domain. The number is read from the records once.
func firstWorkspace(records *records.Store) func(context.Context) uint64 {
	var known atomic.Uint64
	return func(ctx context.Context) uint64 {
		if n := known.Load(); n != 0 {
			return n
		}
		id, err := records.FirstWorkspace(ctx)
		if err != nil {
			return 0 // the click is recorded without a workspace
		}
		n, _ := ident.Number(id)
		known.Store(n)
		return n
	}
}

// evictor returns a subscriber that evicts from the directory what an event
// changed.
func evictor(directory *redirect.Directory) func(event.Event) {
	return func(e event.Event) {
		switch e.Kind {
		case event.LinkCreated, event.LinkUpdated, event.LinkDeleted, event.LinkRestored, event.LinkTitled, event.AliasFreed:
			changed, err := event.Decode[event.Link](e)
			if err != nil {
				directory.ForgetAll()
				return
			}
			for _, alias := range changed.Aliases {
				directory.Forget(changed.DomainID, alias)
			}
		case event.LinksImported:
			imported, err := event.Decode[event.Import](e)
			if err != nil {
				directory.ForgetAll()
				return
			}
			for domainID, aliases := range imported.Aliases {
				for _, alias := range aliases {
					directory.Forget(domainID, alias)
				}
			}
		case event.DomainCreated, event.DomainUpdated, event.DomainVerified, event.DomainFailing,
			event.DomainDeleted, event.DomainRestored, event.DomainTransferred:
			change, err := event.Decode[event.Change[event.Domain]](e)
			if err != nil {
				directory.ForgetAll()
				return
			}
			var hosts []string
			for _, d := range []*event.Domain{change.Before, change.After} {
				if d != nil {
					hosts = append(hosts, d.Host)
				}
			}
			directory.ForgetDomain(e.SubjectID, hosts...)
		case event.UserSuspended,
			event.UserRestored,
			event.WorkspaceSuspended,
			event.WorkspaceRestored,
			event.WorkspaceDeleted,
			event.WorkspaceUndeleted,
			event.WorkspacePurged,
			"": // "": events may have been missed
			directory.ForgetAll()
		}
	}
}

// checks returns the checks of /readyz.
func checks(p *parts, host, dataDir string, clock clock.Clock) []server.Check {
	return append(
		slices.Concat(
			journalChecks(p.clicks), doctor.Losses{DataDir: dataDir}.Checks(), imageChecks(p.images, clock), certificateChecks(p.certs),
			p.schedule.Checks(), p.clocks.checks(),
		),
		server.Check{Name: "node", Run: p.check},
		server.Check{Name: "domain", Run: checkDefaultDomain(p.records, host)},
		server.Check{Name: "disk", Optional: true, Run: doctor.CheckDisk(dataDir)},
		server.Check{Name: "records", Run: p.records.Probe},
		server.Check{
			Name: "clicks",
			Run: func(ctx context.Context) error {
				// The pipeline's error also says how many clicks wait.
				return cmp.Or(p.clicks.pipeline.Health(), p.clicks.store.Damage(), p.clicks.store.Probe(ctx))
			},
		},
		server.Check{Name: "log", Optional: true, Run: func(context.Context) error { return p.logLines.Health() }},
		server.Check{Name: "retention", Optional: true, Run: func(context.Context) error { return p.services.retention.Health() }},
	)
}

// metrics returns the metrics of clicks, attempts and security events.
func metrics(p *parts) []server.Metric {
	c := p.clicks
	return append(append(journalMetrics(c), securityMetrics(p.services.security)...), []server.Metric{
		{
			Name:    "linnet_log_lines_lost_total",
			Help:    "Log lines that were not written, because the output failed or was not read.",
			Counter: true,
			Read:    func() float64 { return float64(p.logLines.Lost()) },
		},
		{
			Name:    "linnet_clicks_stored_total",
			Help:    "Clicks that the click store took.",
			Counter: true,
			Read:    func() float64 { return float64(c.pipeline.Stats().Stored) },
		},
		{
			Name:    "linnet_click_counters_corrected_total",
			Help:    "Click counters of links that differed from the click store and were corrected.",
			Counter: true,
			Read:    func() float64 { return float64(c.counter.Corrected()) },
		},
		{
			Name:    "linnet_attempt_statements_failed_total",
			Help:    "Failed statements that count attempts, such as log-ins, for all nodes. This node counts alone for a second after each.",
			Counter: true,
			Read:    func() float64 { return float64(p.services.attempts.Failures()) },
		},
		{
			Name: "linnet_titles_waiting",
			Help: "Pages that links lead to whose title is still to be read.",
			Read: func() float64 {
				n, err := p.records.TasksDue(context.Background(), pagetitle.TaskKind, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
				if err != nil {
					return math.NaN()
				}
				return float64(n)
			},
		},
		{
			Name: "linnet_journal_waiting_bytes",
			Help: "Journal data that the click store has not stored yet.",
			Read: func() float64 { return float64(c.pipeline.Stats().Waiting) },
		},
		{
			Name: "linnet_journal_oldest_seconds",
			Help: "Age of the oldest click that the click store has not stored yet.",
			Read: func() float64 {
				oldest := c.pipeline.Stats().Oldest
				if oldest.IsZero() {
					return 0
				}
				return max(0, time.Since(oldest).Seconds())
			},
		},
	}...)
}
