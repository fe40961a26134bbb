package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/core/webhost"
	"linnet/internal/infra/records"
)

// ensureDefaultDomain gives the default domain the host of the public URL. A
// host that has links changes only on the operator's word, because the links in
// use would stop working. There is one exception: while Linnet is tried out on
// SQLite without a public URL, the host follows the port it listens on.
func ensureDefaultDomain(ctx context.Context, domains *domain.Service, cfg config.Config, log *slog.Logger) error {
	_, err := domains.EnsureDefault(ctx, cfg.PublicURL, cfg.MoveDefaultDomain)
	var move *domain.MoveError
	if !errors.As(err, &move) {
		return err
	}
	if !cfg.PublicURLDerived || cfg.DatabaseURL != "" || !isLoopback(move.Current) || !isLoopback(move.Wanted) {
		return err
	}
	log.WarnContext(ctx, "default domain follows the listening port; set LINNET_PUBLIC_URL to keep short links stable",
		"from", move.Current, "to", move.Wanted)
	_, err = domains.EnsureDefault(ctx, cfg.PublicURL, true)
	return err
}

// isLoopback reports whether a host, with or without a port, is this machine.
func isLoopback(host string) bool { return webhost.IsLoopback(host) }

// checkDefaultDomain returns an error unless the host of the public URL is the
// default domain: another node of this install may have changed it.
func checkDefaultDomain(records *records.Store, host string) func(context.Context) error {
	return func(ctx context.Context) error {
		d, err := records.DomainByHost(ctx, host)
		if fault.Is(err, fault.NotFound) || (err == nil && !d.IsDefault()) {
			return fmt.Errorf("%s is not the default domain of this install; another node may have another LINNET_PUBLIC_URL", host)
		}
		return nil // the check of the records reports that they cannot be read
	}
}

// warnOfOtherHost warns the user of a command that only reads the default
// domain when its settings name another one than the install has.
func warnOfOtherHost(ctx context.Context, domains *domain.Service, cfg config.Config, w io.Writer) {
	host, err := domain.PublicHost(cfg.PublicURL)
	if err != nil {
		return
	}
	if d, err := domains.Default(ctx); err == nil && d.Host != host {
		fmt.Fprintf(
			w,
			"The default domain of this install is %s, not %s. Set LINNET_PUBLIC_URL to the value that the server uses, so that short URLs are correct.\n",
			d.Host,
			host,
		)
	}
}

// withPublicURL returns the settings of a command with the public URL of the running
// node, if the command has none of its own: the settings of a service are not those of
// a shell.
func withPublicURL(ctx context.Context, cfg config.Config) config.Config {
	if !cfg.PublicURLDerived {
		return cfg
	}
	var answer strings.Builder
	if err := control.Call(ctx, cfg.Data, control.PublicURL, &answer); err != nil {
		return cfg // no node runs
	}
	cfg.PublicURL, cfg.PublicURLDerived = strings.TrimSpace(answer.String()), false
	return cfg
}
