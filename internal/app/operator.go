package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/operator"
	"linnet/internal/core/outbox"
	"linnet/internal/edge/redirect"
	"linnet/internal/infra/mailer"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
)

// WithOperator calls work with the operator's service on the records and then
// lets the running node, if there is one, evict what it caches of them.
func WithOperator(ctx context.Context, cfg config.Config, work func(*operator.Service) error) error {
	return WithDenylists(ctx, cfg, slog.New(slog.DiscardHandler), work)
}

// WithDenylists is WithOperator with a log of the deny-lists that work downloads.
func WithDenylists(ctx context.Context, cfg config.Config, log *slog.Logger, work func(*operator.Service) error) error {
	return withOperatorRecords(ctx, cfg, func(store *records.Store) error { return operate(ctx, cfg, store, log, work) })
}

// withOperatorRecords calls work with the records and then lets the running node
// evict what it caches of them.
func withOperatorRecords(ctx context.Context, cfg config.Config, work func(*records.Store) error) (err error) {
	store, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := work(store); err != nil {
		return err
	}
	if err := control.Call(ctx, cfg.Data, control.Refresh, io.Discard); err != nil && !errors.Is(err, control.ErrNoNode) {
		return fmt.Errorf("the change is stored; the running node follows within minutes: %w", err)
	}
	return nil
}

// operate calls work with the operator's service on the records.
func operate(
	ctx context.Context, cfg config.Config, store *records.Store, log *slog.Logger, work func(*operator.Service) error,
) error {
	plans, err := loadPlans(ctx, cfg.Plans, store)
	if err != nil {
		return err
	}
	// The install's own host, whatever public URL this command's environment says.
	host := cfg.Host()
	if own, err := domain.New(domain.Deps{Store: store, Clock: clock.System{}}).Default(ctx); err == nil {
		host = own.Host
	} else if !fault.Is(err, fault.Unavailable) { // before the first start there is none
		return err
	}
	return work(operator.New(operator.Deps{
		Store:   store,
		Domains: operatorDomains{records: store, hosts: redirect.NewHosts(host)},
		Plans:   plans,
		Updater: newFeedUpdater(strings.TrimRight(cfg.PublicURL, "/"), store, clock.System{}, log),
		Clock:   clock.System{},
	}))
}

// WithAccounts calls work with the accounts of the records, as WithOperator
// does. Mails are sent as the settings say; the running node sends those that fail.
func WithAccounts(ctx context.Context, cfg config.Config, log *slog.Logger, work func(*account.Service) error) error {
	cfg = withPublicURL(ctx, cfg)
	return withOperatorRecords(ctx, cfg, func(records *records.Store) error {
		publicURL := strings.TrimRight(cfg.PublicURL, "/")
		mail, err := mailer.New(
			mailer.Options{SMTPURL: cfg.SMTPURL, Dir: cfg.InData(stores.MailDir), PublicURL: publicURL, Clock: clock.System{}, Log: log},
		)
		if err != nil {
			return err
		}
		return work(account.NewService(account.Deps{
			Store:      records,
			Hasher:     password.New(password.Default()),
			Clock:      clock.System{},
			Mailer:     mail,
			Outbox:     outbox.New(records, clock.System{}),
			PublicURL:  publicURL,
			Local:      cfg.Local(),
			SignupMode: account.SignupMode(cfg.Signup),
			Log:        log,
		}))
	})
}

// RetryTasks makes all failed background tasks due, and returns their number.
func RetryTasks(ctx context.Context, cfg config.Config) (n int, err error) {
	err = withOperatorRecords(ctx, cfg, func(records *records.Store) error {
		n, err = records.RetryDeadTasks(ctx, clock.System{}.Now())
		return err
	})
	return n, err
}

// operatorDomains resolves hosts as the redirect handler does.
type operatorDomains struct {
	records *records.Store
	hosts   redirect.Hosts
}

// Resolve returns the domain of host; "" stands for the default domain.
func (d operatorDomains) Resolve(ctx context.Context, host string) (domainID string, caseSensitive bool, err error) {
	name := d.hosts.Own()
	if host != "" {
		name, _ = d.hosts.Canonical(host)
	}
	found, err := d.records.DomainByHost(ctx, name)
	return found.ID, found.CaseSensitive, err
}
