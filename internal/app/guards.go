package app

import (
	"context"

	"linnet/internal/core/link"
	"linnet/internal/core/page"
	"linnet/internal/core/quota"
	"linnet/internal/core/utm"
	"linnet/internal/edge/compat"
)

// linkGuards decide which links a workspace may have, in the node and in commands.
type linkGuards struct {
	allowance
	destinations
	reserved func(path string) bool
	dropIns  func(path string) bool
	meter    *quota.Meter
}

var _ link.Guards = linkGuards{}

func newLinkGuards(limits allowance, site *site, blocked destinations, meter *quota.Meter) linkGuards {
	return linkGuards{
		allowance: limits, destinations: blocked, reserved: site.reserves(), dropIns: compat.Paths(dropInPeers(compat.Services{})), meter: meter,
	}
}

// Reserved reports whether a folded path belongs to the app.
func (g linkGuards) Reserved(path string) bool { return g.reserved(path) }

// DropIn reports whether a folded path is that of an endpoint of a drop-in API.
func (g linkGuards) DropIn(path string) bool { return g.dropIns(path) }

// Room returns LimitReached when the clicks of the month are used up.
func (g linkGuards) Room(ctx context.Context, workspaceID string) error {
	return g.meter.Room(ctx, workspaceID)
}

// UTMConventions returns the workspace's conventions for campaign parameters.
func (g linkGuards) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	return g.records.UTMConventions(ctx, workspaceID)
}

// pageGuards decide which bio pages a workspace may have.
type pageGuards struct {
	allowance
	links        *link.Service
	destinations destinations
}

var _ page.Guards = pageGuards{}

// PageReserved reports whether no page may have a handle, as no link may have it.
func (g pageGuards) PageReserved(handle string, onDefault bool) bool {
	return g.links.Reserved(handle, onDefault)
}

// PageBlocked reports whether pages may not lead to a destination.
func (g pageGuards) PageBlocked(address string) bool {
	return g.destinations.Blocked(address) || g.destinations.Listed(address)
}
