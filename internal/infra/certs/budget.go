package certs

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/certificate"
	"linnet/internal/core/throttle"
)

const (
	budgetSpan       = 24 * time.Hour
	budgetWorkspaces = 20_000 // tracked by an OrderBudget
)

// OrderBudget limits the orders for new certificates of each workspace, so that none
// uses up what the CA allows the account of the install. Repeated orders of a host count,
// too; renewals and orders of the default domain do not. The zero value allows any number.
// The count is in memory, and begins anew when the install is restarted.
type OrderBudget struct {
	perDay int
	window *throttle.Window
}

// NewOrderBudget returns a budget of orders in any 24 hours, for all nodes that share
// attempts, which may be nil. 0 allows any number.
func NewOrderBudget(perDay int, attempts *throttle.Shared, c clock.Clock) OrderBudget {
	if perDay == 0 {
		return OrderBudget{}
	}
	return OrderBudget{perDay, attempts.Window("certificate.orders", c, perDay, budgetSpan, budgetWorkspaces)}
}

// take counts an order of a workspace and returns 0, or returns the time until the next
// one is allowed.
func (b OrderBudget) take(workspaceID string) time.Duration {
	if b.window == nil || workspaceID == "" {
		return 0
	}
	return b.window.Add(workspaceID)
}

// spend counts the order of a host for the budget of its workspace. Beyond the budget it
// postpones the order and returns errNotOrdered.
func (m *Manager) spend(ctx context.Context, state certificate.Schedule) error {
	workspaceID, err := m.deps.Hosts.TLSOwner(ctx, state.Host)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotOrdered, err)
	}
	wait := m.budget.take(workspaceID)
	if wait == 0 {
		return nil
	}
	now := m.deps.Clock.Now()
	state.RetryAt = now.Add(wait).Truncate(time.Minute).Add(time.Minute) // as the text has no seconds
	if state.RenewAt.IsZero() {
		state.RenewAt = now
	}
	state.Error = fmt.Sprintf("The limit of new certificates of this workspace, %d in 24 hours, is reached. The next order follows on %s.",
		m.budget.perDay, state.RetryAt.UTC().Format("2 Jan 2006, 15:04 UTC"))
	if err := m.deps.Store.PutCertificate(ctx, state); err != nil {
		return err
	}
	m.deps.Log.WarnContext(ctx, "certificate order postponed", "host", state.Host, "workspace", workspaceID, "until", state.RetryAt)
	return fmt.Errorf("%w: %s", errNotOrdered, state.Error)
}
