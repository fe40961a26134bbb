package app

import (
	"context"
	"log/slog"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/core/denylist"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/infra/denyfeed"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/records"
)

// destinations are those that are blocked: by the rules of operators, and by the lists
// that they subscribe to.
type destinations struct {
	rules *denylist.List
	feeds *denylist.Feeds
}

// loadDestinations reads the rules and the lists.
func loadDestinations(ctx context.Context, records *records.Store, log *slog.Logger) (destinations, error) {
	d := destinations{denylist.New(records, log), denylist.NewFeeds(records, log)}
	if err := d.rules.Reload(ctx); err != nil {
		return d, err
	}
	return d, d.feeds.Reload(ctx)
}

// Blocked reports whether the operator blocks a destination.
func (d destinations) Blocked(address string) bool { return d.rules.Blocked(address) }

// Listed reports whether a list contains a destination.
func (d destinations) Listed(address string) bool { return d.feeds.Listed(address) }

// blocking are the components that block destinations.
type blocking struct {
	destinations
	updater *denylist.Updater
	sweeper *denylist.Sweeper
}

// newBlocking returns the rules and the lists, subscribed to events.
func newBlocking(
	ctx context.Context, publicURL string, records *records.Store, notices *notify.Service, clock clock.Clock, log *slog.Logger,
) (*blocking, error) {
	blocked, err := loadDestinations(ctx, records, log)
	if err != nil {
		return nil, err
	}
	b := &blocking{destinations: blocked}
	b.updater = newFeedUpdater(publicURL, records, clock, log)
	marker := operator.New(operator.Deps{Store: records, Clock: clock})
	b.sweeper = denylist.NewSweeper(denylist.SweeperDeps{
		Feeds:   b.feeds,
		Updater: b.updater,
		Store:   records,
		Mark:    marker.SetLinkListed,
		Clock:   clock,
		Log:     log,
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

func newFeedUpdater(publicURL string, records *records.Store, clock clock.Clock, log *slog.Logger) *denylist.Updater {
	calls := titleRequests(publicURL)
	calls.MaxBody, calls.Timeout = denylist.MaxFeedBytes+1, denyfeed.Timeout
	return denylist.NewUpdater(records, denyfeed.NewReader(outbound.New(calls)), clock, log)
}
