package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/billing"
	"linnet/internal/core/notify"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
)

//nolint:gochecknoglobals // immutable
var billingTable = tableOf("billing account", `billing_accounts b JOIN workspaces w ON w.id = b.workspace_id`,
	func(a *billing.Account) []column {
		sub := &a.Subscription
		return []column{
			fixed("workspace_id", &a.WorkspaceID),
			computed("w.plan", &a.Plan),
			col("version", &a.Version),
			fixed("base_plan", &a.Base),
			col("trial_plan", &a.Trial.Plan),
			col("trial_started_at", &a.Trial.StartedAt),
			col("trial_ends_at", &a.Trial.EndsAt),
			col("reminded_at", &a.RemindedAt),
			col("customer_id", &a.CustomerID),
			col("subscription_id", &sub.ID),
			col("subscription_plan", &sub.Price.Plan),
			col("subscription_period", &sub.Price.Period),
			col("subscription_status", &sub.Status),
			col("subscription_created_at", &sub.CreatedAt),
			col("period_ends_at", &sub.PeriodEnd),
			col("cancel_at", &sub.CancelAt),
			col("grace_ends_at", &a.GraceEndsAt),
			col("next_at", &a.NextAt),
		}
	}).completed(func(a *billing.Account) {
	if a.Subscription.ID != "" {
		a.Subscription.WorkspaceID, a.Subscription.CustomerID = a.WorkspaceID, a.CustomerID
	}
})

// BillingAccount returns the account of a workspace. Its version is 0 when none is
// stored.
func (s *Store) BillingAccount(ctx context.Context, workspaceID string) (billing.Account, error) {
	a, err := billingTable.one(ctx, s.read, `WHERE b.workspace_id = $1`, workspaceID)
	if !fault.Is(err, fault.NotFound) {
		return a, err
	}
	w, err := s.Workspace(ctx, workspaceID)
	return billing.Account{WorkspaceID: w.ID, Plan: w.Plan, Base: w.Plan}, err
}

// PutBillingAccount stores an account with the workspace's plan, its notifications
// and its event.
func (s *Store) PutBillingAccount(ctx context.Context, w billing.Write) error {
	a := w.Account
	a.Version++
	return s.inTx(ctx, func(tx conn) error {
		n, err := billingTable.put(ctx, tx, &a, ` WHERE billing_accounts.version = excluded.version - 1`)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.PreconditionFailed, "The billing of this workspace changed meanwhile. Try again.")
		}
		if err := useTrial(ctx, tx, a.Trial); err != nil {
			return err
		}
		if err := setPlan(ctx, tx, a.WorkspaceID, a.Plan, w.Event.At); err != nil {
			return err
		}
		for _, n := range w.Notices {
			notice := notify.Notification{
				ID:          n.ID,
				UserID:      n.UserID,
				WorkspaceID: a.WorkspaceID,
				Kind:        notify.Kind("billing." + n.Notice),
				Topic:       n.Topic,
				Facts:       notify.Facts{Plan: string(n.Plan), EndsAt: n.EndsAt},
				CreatedAt:   w.Event.At,
				Mail:        &n.Mail,
			}
			if _, err := insertNotification(ctx, tx, notice); err != nil {
				return err
			}
		}
		tx.emit(w.Event)
		return nil
	})
}

// useTrial stores that the user who starts a trial had it. Of concurrent calls for one
// user, one succeeds.
func useTrial(ctx context.Context, tx conn, t billing.Trial) error {
	if t.By == "" {
		return nil
	}
	n, err := tx.exec(ctx, `UPDATE users SET trial_at = $2 WHERE id = $1 AND trial_at = 0`, t.By, toMillis(t.StartedAt))
	if err == nil && n == 0 {
		err = billing.ErrHadTrial()
	}
	return err
}

// HadTrial reports whether a user has started a trial.
func (s *Store) HadTrial(ctx context.Context, userID string) (bool, error) {
	n, err := s.read.count(ctx, `users WHERE id = $1 AND trial_at > 0`, userID)
	return n > 0, err
}

// BillingDue returns the ids of workspaces whose account is due.
func (s *Store) BillingDue(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return queryAll(ctx, s.read, value[string],
		`SELECT workspace_id FROM billing_accounts WHERE next_at > 0 AND next_at <= $1 ORDER BY next_at, workspace_id LIMIT $2`, toMillis(now), limit)
}

// BillingSubscribers returns live subscriptions with their ids and workspaces.
func (s *Store) BillingSubscribers(ctx context.Context, after string, limit int) ([]billing.Subscription, error) {
	return queryAll(ctx, s.read, func(row scanner) (billing.Subscription, error) {
		var sub billing.Subscription
		err := row.Scan(&sub.WorkspaceID, &sub.ID)
		return sub, err
	}, `
		SELECT workspace_id, subscription_id FROM billing_accounts
		WHERE workspace_id > $1 AND `+liveSubscription+` ORDER BY workspace_id LIMIT $2`, after, limit)
}

// liveSubscription selects accounts whose subscription can still be charged.
const liveSubscription = `subscription_status IN ('active', 'past_due')`

// AddBillingEvent stores an event with its task, unless it is stored already.
func (s *Store) AddBillingEvent(ctx context.Context, e billing.ProviderEvent, task queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `INSERT INTO billing_events (id, type, received_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`,
			e.ID, e.Type, toMillis(e.ReceivedAt))
		if err != nil || n == 0 {
			return err
		}
		return addTasks(ctx, tx, task)
	})
}

// DeleteBillingEvents deletes events received before a time.
func (s *Store) DeleteBillingEvents(ctx context.Context, before time.Time) error {
	_, err := s.write.exec(ctx, `DELETE FROM billing_events WHERE received_at < $1`, toMillis(before))
	return err
}

// checkNoSubscription returns Conflict for a workspace with a subscription that
// renews.
func checkNoSubscription(ctx context.Context, tx conn, workspaceID, message string) error {
	n, err := tx.count(ctx, `billing_accounts WHERE workspace_id = $1 AND cancel_at = 0 AND `+liveSubscription, workspaceID)
	if err == nil && n > 0 {
		return fault.New(fault.Conflict, message)
	}
	return err
}

// setPlan sets the plan of a workspace, and when it changed.
func setPlan(ctx context.Context, tx conn, workspaceID string, name plan.Name, at time.Time) error {
	return tx.execOne(ctx, "workspace", `
		UPDATE workspaces SET plan_changed_at = CASE WHEN plan = $2 THEN plan_changed_at ELSE $3 END, plan = $2, updated_at = $3
		WHERE id = $1`, workspaceID, string(name), toMillis(at))
}

// setBasePlan sets the plan without a trial or a subscription, and ends the trial.
func setBasePlan(ctx context.Context, tx conn, workspaceID, plan string, at time.Time) error {
	_, err := tx.exec(ctx, `
		UPDATE billing_accounts SET base_plan = $2, version = version + 1, next_at = 0,
			trial_ends_at = CASE WHEN trial_ends_at > $3 THEN $3 ELSE trial_ends_at END
		WHERE workspace_id = $1`, workspaceID, plan, toMillis(at))
	return err
}
