package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/core/outbox"
	"linnet/internal/core/page"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/queue"
	"linnet/internal/infra/dnscheck"
	"linnet/internal/infra/records"
)

// domainNotices notifies the managers of a workspace about its domains.
type domainNotices struct {
	notices *notify.Service
	outbox  *outbox.Outbox
}

// notify stores a notification of a domain's new status, and queues a mail to each
// manager who did not have it.
func (n domainNotices) notify(ctx context.Context, d domain.Domain) error {
	failing := d.Status == domain.Failing
	changedAt := d.CheckedAt
	if failing {
		changedAt = d.FailingSince
	}
	mail := func(userID string) (queue.NewTask, error) {
		return n.outbox.Task(domainMail, domainData{UserID: userID, WorkspaceID: d.WorkspaceID, Host: d.UnicodeHost(), Failing: failing})
	}
	return n.notices.DomainStatus(ctx, d.WorkspaceID, d.ID, d.UnicodeHost(), failing, changedAt, mail)
}

// domainChecks is the background task that checks due domains and purges deleted
// ones.
type domainChecks struct {
	domains *domain.Service
	purger  *domain.Purger
	leader  *loop.Leader
	log     *slog.Logger
}

// Run does what is due each minute until ctx ends, on one node of an install.
func (c domainChecks) Run(ctx context.Context) {
	loop.Task{
		Name: "domain check", Every: time.Minute, Delay: 15 * time.Second, Jitter: 10 * time.Second, Leader: c.leader, Log: c.log,
		Do: func(ctx context.Context) error {
			return errors.Join(c.domains.CheckDue(ctx), c.purger.PurgeDue(ctx))
		},
	}.Run(ctx)
}

func newDomainChecks(
	domains *domain.Service, records *records.Store, contents domain.Links, clock clock.Clock, log *slog.Logger,
) domainChecks {
	leader := &loop.Leader{Leases: records, Owner: ident.New("nod"), Clock: clock}
	return domainChecks{domains, domain.NewPurger(domains, contents), leader, log}
}

// newDomains returns the service of domains. Without name servers it verifies none.
func newDomains(
	ctx context.Context, cfg config.Config, records *records.Store, limits plan.LimitsOf, certificates domain.Certificates,
	codes *qr.Service, notices domainNotices, clock clock.Clock, log *slog.Logger,
) *domain.Service {
	deps := domain.Deps{
		Store:        records,
		Clock:        clock,
		Limits:       limits,
		RoleIn:       roleIn(records),
		Operator:     operator.New(operator.Deps{Store: records, Clock: clock}).Cause,
		CheckLook:    codes.CheckLook,
		Certificates: certificates,
		RootPage:     rootPage(records),
		Notify:       notices.notify,
		Log:          log,
	}
	resolver, err := dnscheck.New(cfg.DNS)
	if err != nil {
		log.WarnContext(ctx, "custom domains cannot be verified", "err", err)
		return domain.New(deps)
	}
	deps.Resolver = resolver
	return domain.New(deps)
}

// rootPage returns a function that returns a bio page of a workspace for the root of a
// domain, or a published one of any workspace for an empty workspaceID, or NotFound.
func rootPage(records *records.Store) func(ctx context.Context, workspaceID, pageID string) (domain.RootPage, error) {
	return func(ctx context.Context, workspaceID, pageID string) (domain.RootPage, error) {
		find := func() (page.Page, error) { return records.Page(ctx, workspaceID, pageID) }
		if workspaceID == "" {
			find = func() (page.Page, error) { return records.PublishedPage(ctx, pageID) }
		}
		p, err := find()
		return domain.RootPage{Domain: p.Domain, OnDefault: p.OnDefault, Published: p.PublishedRevision > 0}, err
	}
}

// roleIn returns a function that returns the role of a user in a workspace, or
// NotFound.
func roleIn(records *records.Store) func(ctx context.Context, userID, workspaceID string) (access.Role, error) {
	return func(ctx context.Context, userID, workspaceID string) (access.Role, error) {
		m, err := records.Membership(ctx, userID, "", workspaceID)
		return m.Role, err
	}
}

// unlimited lets the operator add domains beyond the plan of a workspace.
func unlimited(context.Context, string) (plan.Limits, error) { return plan.Limits{}, nil }

// refuseImages refuses looks with images: commands have no media library.
func refuseImages(context.Context, string, look.Look) error {
	return fault.New(fault.Invalid, "There is no media library. Choose a look without images.")
}

// WithDomains calls work with the operator's service for domains, as WithOperator
// does. Checks notify as those of the running node do.
func WithDomains(ctx context.Context, cfg config.Config, log *slog.Logger, work func(*domain.Operator) error) error {
	return withOperatorRecords(ctx, cfg, func(records *records.Store) error {
		resolver, err := dnscheck.New(cfg.DNS)
		if err != nil {
			return err
		}
		plans, err := loadPlans(ctx, cfg.Plans, records)
		if err != nil {
			return err
		}
		var clock clock.System
		notices := notify.New(notify.Deps{
			Store: records, Limits: allowance{records: records, plans: plans}.Limits, Usage: records, Clock: clock, Log: log,
		})
		service := domain.New(domain.Deps{
			Store:     records,
			Clock:     clock,
			Limits:    unlimited,
			RoleIn:    roleIn(records),
			Operator:  operator.New(operator.Deps{Store: records, Clock: clock}).Cause,
			CheckLook: refuseImages,
			Resolver:  resolver,
			RootPage:  rootPage(records),
			Notify:    domainNotices{notices, outbox.New(records, clock)}.notify,
			Log:       log,
		})
		return work(domain.NewOperator(service))
	})
}
