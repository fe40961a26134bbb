package testkit

import (
	"context"

	"linnet/internal/core/plan"
	"linnet/internal/core/utm"
)

// Unguarded permits every link, page and domain: it has the guards and limits of
// services for tests of something else. Tests embed it to replace some of them.
type Unguarded struct{}

// Reserved returns false.
func (Unguarded) Reserved(string) bool { return false }

// DropIn reports false.
func (Unguarded) DropIn(string) bool { return false }

// Blocked returns false.
func (Unguarded) Blocked(string) bool { return false }

// Listed returns false.
func (Unguarded) Listed(string) bool { return false }

// Room returns nil.
func (Unguarded) Room(context.Context, string) error { return nil }

// Limits returns those of a package without any.
func (Unguarded) Limits(context.Context, string) (plan.Limits, error) { return plan.Limits{}, nil }

// UTMConventions returns none.
func (Unguarded) UTMConventions(context.Context, string) (utm.Conventions, error) {
	return utm.Conventions{}, nil
}

// PageReserved returns false.
func (Unguarded) PageReserved(string, bool) bool { return false }

// PageBlocked returns false.
func (Unguarded) PageBlocked(string) bool { return false }

// NoLimits returns the limits of a package without any.
func NoLimits(name plan.Name) plan.Limits { return plan.Off().Limits(name) }
