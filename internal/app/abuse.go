package app

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/config"
	"linnet/internal/core/abuse"
	"linnet/internal/core/account"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
	"linnet/internal/core/webhost"
	"linnet/internal/edge/redirect"
	"linnet/internal/edge/reportform"
	"linnet/internal/infra/records"
)

// maxReporters is the number of networks tracked by the limit of abuse reports.
const maxReporters = 20_000

// newAbuse returns the service of abuse reports.
func newAbuse(
	cfg config.Config, records *records.Store, notices *notify.Service, clock clock.Clock, log *slog.Logger,
) *abuse.Service {
	domains := operatorDomains{records: records, hosts: redirect.NewHosts(webhost.Normal(cfg.Host()))}
	targets := operator.New(operator.Deps{Store: records, Domains: domains, Clock: clock})
	return abuse.New(abuse.Deps{
		Store:      records,
		CheckEmail: account.CheckEmail,
		Clock:      clock,
		Log:        log,
		Find: func(ctx context.Context, shortLink string) (abuse.Target, error) {
			return abuseTarget(ctx, targets, records, shortLink)
		},
		Notify: func(ctx context.Context, open int) error {
			operators, err := records.OperatorIDs(ctx)
			if err != nil {
				return err
			}
			return notices.AbuseReported(ctx, operators, open)
		},
		Leader: &loop.Leader{Leases: records, Owner: ident.New("nod"), Clock: clock},
	})
}

// abuseTarget returns the link or the bio page behind a short link, or NotFound.
func abuseTarget(ctx context.Context, o *operator.Service, records *records.Store, shortLink string) (abuse.Target, error) {
	found, err := o.Target(ctx, shortLink)
	if err != nil {
		return abuse.Target{}, err
	}
	t := abuse.Target{ID: found.LinkID, WorkspaceID: found.WorkspaceID, Blocked: found.Blocked}
	switch {
	case found.LinkID != "":
	case found.PageID != "":
		t.ID = found.PageID
		if t.WorkspaceID, err = records.BioPageWorkspace(ctx, found.PageID); err != nil {
			return t, err
		}
	default: // the alias of a link that was deleted for good
		return t, fault.New(fault.NotFound, "There is no such link.")
	}
	on, err := records.Domain(ctx, t.WorkspaceID, found.DomainID)
	t.ShortLink = on.Host + "/" + found.Alias
	return t, err
}

// newReportLimit returns the limit of reports from one network.
func newReportLimit(attempts *throttle.Shared, clock clock.Clock) *throttle.Limiter {
	return attempts.Limiter("report.network", clock, throttle.Limit{Burst: 10, Every: 5 * time.Minute}, maxReporters)
}

// abuseForm serves the form of abuse reports. Aliases with its path that existed
// before still work: taken reports whether a request is for one.
func (s *site) abuseForm(
	service *abuse.Service, security *securitylog.Log, client func(*http.Request) netip.Addr, redirects *redirect.Handler,
	taken func(*http.Request) bool, limit *throttle.Limiter, log *slog.Logger,
) {
	form := reportform.New(reportform.Deps{
		Submit:   service.Submit,
		Client:   client,
		Language: redirects.OwnLanguage,
		Log:      log,
		Limit:    limit,
		Record: func(ctx context.Context, addr netip.Addr, refused reportform.Refusal) {
			kind := securitylog.AbuseReported
			if refused != "" {
				kind = securitylog.AbuseReportRefused
			}
			security.Record(securitylog.WithRequest(ctx, securitylog.Request{Addr: addr}), kind, "", string(refused))
		},
	})
	s.mux.Handle(reportform.Path+"/", redirects)
	s.mux.HandleFunc(reportform.Path, func(w http.ResponseWriter, r *http.Request) {
		if taken(r) {
			redirects.ServeHTTP(w, r)
			return
		}
		form.ServeHTTP(w, r)
	})
}

// sendAbuseOutcome mails the outcome of a report to its reporter.
func (m mails) sendAbuseOutcome(ctx context.Context, d abuse.OutcomeData) error {
	reporter, c, err := m.records.AbuseOutcome(ctx, d.ReportID)
	if fault.Is(err, fault.NotFound) || err == nil && reporter.Email == "" { // deleted since
		return nil
	}
	if err != nil {
		return err
	}
	to := account.Recipient{Address: reporter.Email, Language: reporter.Language}
	return m.mail.AbuseOutcome(ctx, to, c.ShortLink, c.State == abuse.Actioned)
}
