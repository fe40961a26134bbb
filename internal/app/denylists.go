package app

import (
	"context"
	"log/slog"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/config"
	"linnet/internal/core/denylist"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/infra/denyfeed"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
)

// blocking are the components that block destinations: the rules of operators, and
// the lists that they subscribe to.
type blocking struct {
	rules   *denylist.List
	feeds   *denylist.Feeds
	updater *denylist.Updater
	sweeper *denylist.Sweeper
}

// newBlocking returns the rules and the lists, subscribed to events.
func newBlocking(
	ctx context.Context, publicURL string, records *records.Store, notices *notify.Service, clock clock.Clock, log *slog.Logger,
) (*blocking, error) {
	b := &blocking{rules: denylist.New(records, log), feeds: denylist.NewFeeds(records, log)}
	for _, reload := range []func(context.Context) error{b.rules.Reload, b.feeds.Reload} {
		if err := reload(ctx); err != nil {
			return nil, err
		}
	}
	b.updater = newFeedUpdater(publicURL, records, clock, log)
	marker := operator.NewService(records, nil, nil, clock)
	b.sweeper = denylist.NewSweeper(denylist.SweeperDeps{
		Feeds: b.feeds, Updater: b.updater, Links: records, Mark: marker.SetLinkListed, Clock: clock, Log: log,
		Notify: func(ctx context.Context, changed denylist.Blocked) error {
			return notices.LinksListed(ctx, changed.WorkspaceID, changed.LinkID, changed.Alias, changed.Links, changed.Unblocked)
		},
		Leader: &loop.Leader{Leases: records, Owner: ident.New("nod"), Clock: clock},
	})
	records.Subscribe(b.rules.OnEvent)
	records.Subscribe(b.feeds.OnEvent)
	records.Subscribe(b.sweeper.OnEvent)
	return b, nil
}

// refuses reports whether bio pages may not lead to a destination.
func (b *blocking) refuses(address string) bool {
	return b.rules.Blocked(address) || b.feeds.Listed(address)
}

func newFeedUpdater(publicURL string, records *records.Store, clock clock.Clock, log *slog.Logger) *denylist.Updater {
	calls := titleRequests(publicURL)
	calls.MaxBody, calls.Timeout = denylist.MaxFeedBytes+1, denyfeed.Timeout
	return denylist.NewUpdater(records, denyfeed.NewReader(outbound.New(calls)), clock, log)
}

// WithDenylists calls work with the operator's service, which can download
// deny-lists, as WithOperator does.
func WithDenylists(ctx context.Context, cfg config.Config, log *slog.Logger, work func(*operator.Service) error) error {
	return withOperator(ctx, cfg, func(o *operator.Service, records *records.Store) error {
		return work(o.Updating(newFeedUpdater(strings.TrimRight(cfg.PublicURL, "/"), records, clock.System{}, log)))
	})
}
